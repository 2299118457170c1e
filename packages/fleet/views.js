'use strict'
// The usual questions to all crashes, as views of the tables (docs/fleet.md).

/**
 * @typedef {object} View
 * @property {string} name
 * @property {string} text what it answers
 * @property {string} sql
 */

/** @type {readonly View[]} */
const VIEWS = Object.freeze([
  {
    name: 'groups',
    text: 'the kinds of crashes, the most frequent first: how many, first and last seen, releases, hosts',
    // A collector keeps few dumps of one kind and counts the others in the newest.
    sql: `
      with counted as (
        select fingerprint, kind, count(*) as dumps, coalesce(arg_max(not_kept, time), 0) as not_kept
        from crashes where fingerprint is not null group by all
      ), kinds as (
        select fingerprint, sum(dumps)::bigint as dumps, sum(dumps + not_kept)::bigint as crashes
        from counted group by all
      )
      select fingerprint, any_value(k.crashes) as crashes, any_value(k.dumps) as dumps,
        min(time) as first_seen, max(time) as last_seen,
        count(distinct service) as services, count(distinct release) as releases, count(distinct host) as hosts,
        arg_max(error_class, time) as error_class, arg_max(message, time) as message,
        arg_max(headline, time) as headline,
        arg_max(concat_ws(' ', nullif(top_function, ''), top_file || ':' || top_line), time) as place
      from crashes join kinds k using (fingerprint) group by fingerprint order by crashes desc, last_seen desc`
  },
  {
    name: 'introduced',
    text: 'the release in which each kind of crash was first seen: new since a release',
    sql: `
      select fingerprint, arg_min(service, time) as service, arg_min(release, time) as release, min(time) as first_seen,
        count(*) as crashes, arg_max(headline, time) as headline
      from crashes where fingerprint is not null group by fingerprint order by first_seen desc`
  },
  {
    name: 'per_day',
    text: 'crashes by day and service',
    sql: `
      select day, service, count(*) as crashes, count(distinct fingerprint) as kinds
      from crashes group by all order by day desc, crashes desc`
  },
  {
    name: 'per_release',
    text: 'crashes by service and release',
    sql: `
      select service, release, count(*) as crashes, count(distinct fingerprint) as kinds,
        min(time) as first_seen, max(time) as last_seen
      from crashes group by all order by last_seen desc`
  },
  {
    name: 'per_host',
    text: 'crashes by kind and host, with the share of the host in its kind: is it one host?',
    sql: `
      select fingerprint, host, count(*) as crashes,
        round(count(*) / sum(count(*)) over (partition by fingerprint), 3) as share,
        arg_max(headline, time) as headline
      from crashes where fingerprint is not null group by fingerprint, host order by crashes desc`
  },
  {
    name: 'routes',
    text: 'crashes by route of the failing request',
    sql: `
      select service, request_method as method, coalesce(request_route, split_part(request_url, '?', 1)) as route,
        count(*) as crashes, count(distinct fingerprint) as kinds, max(time) as last_seen
      from crashes where request_method is not null group by all order by crashes desc`
  },
  {
    name: 'shared_values',
    text: 'values of the throwing frame that crashes of one kind share, with their share',
    sql: `
      with kinds as (select fingerprint, count(*) as total from crashes group by all having total > 1)
      select fingerprint, path, type, text, count(distinct crash) as crashes,
        round(count(distinct crash) / any_value(total), 3) as share
      from variables v join crashes c on c.id = v.crash join kinds using (fingerprint)
      where frame = 0 and type not in ('object', 'function', 'missing')
      group by fingerprint, path, type, text having crashes > 1 order by share desc, crashes desc`
  },
  {
    name: 'empty_values',
    text: 'variables of the throwing frame that are undefined or null, by kind of crash',
    sql: `
      with kinds as (select fingerprint, count(*) as total from crashes group by all)
      select fingerprint, path, type, count(distinct crash) as crashes,
        round(count(distinct crash) / any_value(total), 3) as share
      from variables v join crashes c on c.id = v.crash join kinds using (fingerprint)
      where frame = 0 and type in ('undefined', 'null')
      group by fingerprint, path, type order by crashes desc, share desc`
  },
  {
    name: 'waiting',
    text: 'suspended functions and what they waited for',
    sql: `
      select t.function, t.file, t.line, regexp_replace(t.waits_for, 'task:[0-9]+', 'a task', 'g') as waits_for,
        count(*) as tasks, count(distinct crash) as crashes
      from tasks t group by all order by tasks desc`
  },
  {
    name: 'traces',
    text: 'traces in which several processes crashed',
    sql: `
      select trace_id, count(*) as crashes, list(distinct service) as services, min(time) as first_seen,
        arg_min(headline, time) as headline
      from crashes where trace_id is not null group by trace_id having crashes > 1 order by crashes desc`
  },
  {
    name: 'incomplete',
    text: 'dumps that were cut short, are too large, or cannot be read',
    sql: "select file, state, problem, time, bytes from crashes where state <> 'complete' order by time desc"
  }
])

module.exports = { VIEWS }
