'use strict'
// https://github.com/jbdemonte/mongoose-elasticsearch-xp/issues/80: the index does not exist.
// FACT /index_not_found_exception/ what failed
// FACT /no such index \[article\]/ what the service says
// FACT /404/ the status
// FACT /'kettle'|kettle/ what was searched
// FACT /\bsearch\b/ who waited
// FACT /'shop-12'/ whose request
const http = require('node:http')
const { Client } = require('@elastic/elasticsearch')
const serve = require('./helper/serve')
const REASON = { type: 'index_not_found_exception', reason: 'no such index [article]', index: 'article' }
http.createServer((request, response) => {
  const isMissing = request.url.startsWith('/article')
  response.writeHead(isMissing ? 404 : 200, {
    'content-type': 'application/vnd.elasticsearch+json;compatible-with=8',
    'x-elastic-product': 'Elasticsearch'
  })
  request.resume().on('end', () => {
    const missing = { error: { ...REASON, root_cause: [REASON] }, status: 404 }
    response.end(JSON.stringify(isMissing ? missing : { hits: { hits: [] } }))
  })
}).listen(0, '127.0.0.1', function () {
  const client = new Client({ node: `http://127.0.0.1:${this.address().port}` })
  async function search (shop, index, text) {
    const { hits } = await client.search({ index, query: { match: { title: text } } })
    return { shop, count: hits.hits.length }
  }
  async function handle (request) {
    const [shop, index, text] = request.url.split('/').slice(-3)
    const found = await search(shop, index, text)
    return found.count
  }
  serve({
    handle,
    good: { path: '/shop-1/articles/tea' },
    failing: { path: '/shop-2/article/tea' },
    fatal: { path: '/shop-12/article/kettle' }
  })
})
