'use strict'
// https://github.com/knex/knex/issues/3643 and https://github.com/knex/knex/issues/1646: a parameter of the route does not
// exist, and the query builder refuses it when the query is compiled.
// FACT /url_name.*undefined|undefined.*url_name/ the undefined column
// FACT /urlName: 'nowhere'|urlName/ the parameter that exists
// FACT /`?params\.url_name`? is undefined/ where the undefined value came from
// FACT /tenant.*'eu-7'/ whose request
// HEADLINE bind-parameters
const knex = require('knex')({ client: 'pg' })
function geotag (params, tenant) {
  return knex('geotags').where({ url_name: params.url_name, tenant }).select('id').toSQL()
}
setImmediate(() => geotag({ urlName: 'nowhere' }, 'eu-7'))
