'use strict'
// value: body route user handler depth

const { mark } = require('../mark')

function parse (body, depth) {
  return [JSON.parse(body), depth]
}

function handle (route, user) {
  const handler = mark('handler')
  const parsed = parse(`{ "${mark('body')}": `, mark('depth'))
  return [route, user, handler, parsed]
}

setTimeout(() => handle(mark('route'), mark('user')), 500)
