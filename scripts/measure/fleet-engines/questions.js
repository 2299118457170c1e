'use strict'
// Ten questions in SQL that DuckDB and ClickHouse understand alike, over the Parquet files of `sql --parquet`. Each
// answer has an order of its own, so that answers can be compared.

/** @type {readonly { name: string, sql: string }[]} */
const QUESTIONS = [
  {
    name: 'groups',
    sql: `
      select fingerprint, count(*) as crashes, min(time) as first_seen, max(time) as last_seen,
        count(distinct release) as releases, count(distinct host) as hosts
      from crashes where fingerprint is not null group by fingerprint order by crashes desc, fingerprint`
  },
  {
    name: 'introduced',
    sql: `
      select f.fingerprint as fingerprint, min(release) as first_release, min(time) as first_seen
      from crashes c join (
        select fingerprint, min(time) as first_time from crashes where fingerprint is not null group by fingerprint
      ) f on c.fingerprint = f.fingerprint
      where c.time = f.first_time group by f.fingerprint order by first_seen, fingerprint`
  },
  {
    name: 'per_day',
    sql: `
      select day, service, count(*) as crashes, count(distinct fingerprint) as kinds
      from crashes group by day, service order by day, service`
  },
  {
    name: 'per_release',
    sql: `
      select service, release, count(*) as crashes, count(distinct fingerprint) as kinds, max(time) as last_seen
      from crashes group by service, release order by service, release`
  },
  {
    name: 'per_host',
    sql: `
      select fingerprint, host, count(*) as crashes
      from crashes where fingerprint is not null group by fingerprint, host order by fingerprint, host`
  },
  {
    name: 'routes',
    sql: `
      select service, request_method, coalesce(request_route, request_url) as route, count(*) as crashes
      from crashes where request_method is not null group by service, request_method, route
      order by service, request_method, route`
  },
  {
    name: 'shared_values',
    sql: `
      select c.fingerprint as fingerprint, path, type, text, count(distinct crash) as crashes
      from variables v join crashes c on c.id = v.crash
      where frame = 0 and type not in ('object', 'function', 'missing')
      group by c.fingerprint, path, type, text having count(distinct crash) > 1
      order by crashes desc, fingerprint, path, type, text limit 500`
  },
  {
    name: 'empty_values',
    sql: `
      select c.fingerprint as fingerprint, path, type, count(distinct crash) as crashes
      from variables v join crashes c on c.id = v.crash
      where frame = 0 and type in ('undefined', 'null')
      group by c.fingerprint, path, type order by crashes desc, fingerprint, path, type`
  },
  {
    name: 'waiting',
    sql: `
      select t.function as name, t.file as file, t.line as line, count(*) as tasks, count(distinct crash) as crashes
      from tasks t group by t.function, t.file, t.line order by tasks desc, name, file, line`
  },
  {
    name: 'numbers',
    sql: `
      select path, count(*) as count, min(number) as least, max(number) as most
      from variables where type = 'number' and frame = 0 group by path order by path`
  }
]

module.exports = { QUESTIONS }
