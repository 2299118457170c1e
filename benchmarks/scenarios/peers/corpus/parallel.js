'use strict'
// value: page source parser batch limit

const { mark } = require('../mark')

async function fetchPage (page) {
  await null
  const source = mark('source')
  const parser = { name: mark('parser') }
  throw new Error(`page is gone ${[page, source, parser].length}`)
}

async function crawl (batch) {
  const limit = mark('limit')
  const pages = await Promise.all([mark('page')].map(fetchPage))
  return [pages, batch, limit]
}

setTimeout(crawl, 500, mark('batch'))
