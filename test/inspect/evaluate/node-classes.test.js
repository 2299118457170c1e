'use strict'
// Objects of classes of Node.js answer from their captured insides, as they would have in the program.

const path = require('node:path')
const t = require('tap')
const { CRASHES } = require('../../helpers/crash')
const { evaluateAll } = require('../../helpers/evaluate-all')
const { runToDump } = require('../../helpers/run-to-dump')

/** Expressions that give a text, a number or a boolean, and their values. @type {[string, unknown][]} */
const ANSWERS = [
  ["message.headers['content-type']", 'application/json'],
  ["message.headers['x-seen']", 'yes'],
  ["Object.keys(message.headers).includes('host')", true],
  ['url.protocol', 'https:'],
  ['url.username', 'ada'],
  ['url.host', 'shop.example:8443'],
  ['url.hostname', 'shop.example'],
  ['url.port', '8443'],
  ['url.pathname', '/shop/orders/7'],
  ['url.search', '?full=1'],
  ['url.hash', ''],
  ['url.origin', 'https://shop.example:8443'],
  ["url.searchParams.get('full')", '1'],
  ["url.searchParams.get('none')", null],
  ["query.getAll('sku').join('|')", 'A-9|B 2'],
  ['query.toString()', 'sku=A-9&sku=B+2'],
  ['query.size', 2],
  ["headers.get('CONTENT-TYPE')", 'text/plain'],
  ["headers.get('accept')", 'a, b'],
  ["headers.has('cookie')", false],
  ["[...headers].map(each => each.join('=')).join('&')", 'accept=a, b&content-type=text/plain'],
  ['request.method', 'PUT'],
  ['request.url', 'https://shop.example/orders?full=1'],
  ["request.headers.get('accept')", 'a, b'],
  ['request.signal.aborted', false],
  ['answer.status', 410],
  ['answer.statusText', 'Gone'],
  ['answer.ok', false],
  ["answer.headers.get('x-tries')", '2'],
  ['signal.aborted', true],
  ['signal.reason.message', 'too late'],
  ['controller.signal === signal', true]
]

/**
 * On Node.js 24 and later these stand in private fields of objects that only a private field holds, which a dump does
 * not have.
 */
const DEEP = ['request.url', "request.headers.get('accept')", "answer.headers.get('x-tries')"]

t.test('answers from captured insides', async t => {
  const { file } = await runToDump(t, [path.join(CRASHES, 'requests/insides.js')])
  const [unknown, ...answers] = await evaluateAll(file, [
    ['request.bodyUsed'],
    ...ANSWERS.map(([expression]) => /** @type {[string]} */ ([expression]))
  ])
  ANSWERS.forEach(([expression, expected], i) => {
    if (DEEP.includes(expression) && answers[i].startsWith('NotCaptured: ')) return
    t.equal(answers[i], typeof expected === 'string' ? `'${expected}'` : String(expected), expression)
  })
  t.match(unknown, /^NotCaptured: bodyUsed, perhaps a member of/, 'what nobody knows is not made up')
})
