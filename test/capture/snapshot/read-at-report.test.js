'use strict'
// At the construction of an error that may be handled, only near objects are read. The rest is read at the report, and
// the dump says so.
const path = require('node:path')
const t = require('tap')
const { ROOT } = require('../../helpers/crash')
const { runToDump } = require('../../helpers/run-to-dump')
const { shownDump } = require('../../helpers/shown-dump')

const PROGRAM = path.join(ROOT, 'test/fixtures/process/changes-later.js')
const MANY = 120

t.test('an async function fails, and its objects change before the report', async t => {
  const { exitCode, file } = await runToDump(t, [PROGRAM])
  t.equal(exitCode, 1)
  const { dump, shown } = await shownDump(t, file)
  const frame = dump.callFrames[0]
  t.equal(frame.functionName, 'price')
  const variables = Object.fromEntries(
    frame.scopeChain.flatMap(scope => dump.scope(scope).variables).map(({ name, value }) => [name, value])
  )
  /** @type {(value: any) => any} */
  const contents = value => dump.object(value.objectId)
  /** @type {(record: any, name: string) => any} */
  const property = (record, name) => record.properties.find((/** @type {any} */ each) => each.name === name)?.value

  const order = contents(variables.order)
  t.equal(order.readAt, undefined, 'what a variable holds is read at the throw')
  t.equal(property(order, 'changed').value, 'before')
  t.equal(variables.local.value.length, 3000, 'and its own text in full')

  t.equal(order.restReadAt, 'report')
  t.equal(property(order, 'letter').value.length, 3000, 'a text in an object is completed at the report')
  t.equal(property(order, 'letter').notCapturedReason, undefined)

  const numbers = contents(property(order, 'numbers'))
  t.equal(numbers.restReadAt, 'report')
  t.same(numbers.notCaptured, undefined)
  t.equal(property(numbers, '0').value, 0, 'the first elements as they were')
  t.equal(property(numbers, String(MANY - 1)).value, -2, 'the others as they are')
  t.equal(numbers.properties.length, MANY)

  const rows = contents(property(order, 'rows'))
  const last = contents(property(rows, String(MANY - 1)))
  t.equal(last.readAt, 'report')
  t.equal(property(last, 'sku').value, 'changed')
  t.equal(property(contents(property(last, 'stock')), 'left').value, MANY - 1)
  t.match(shown, /\((?:rest )?later\)/)

  t.test('one object has one id', async t => {
    const error = contents(dump.exception?.value)
    t.equal(property(error, 'order').objectId, variables.order.objectId, 'in the error')
    const awaiting = dump.callFrames.filter(({ functionName }) => functionName === 'checkout')
    t.ok(awaiting.length > 0)
    for (const { scopeChain } of awaiting) {
      const found = scopeChain.flatMap(scope => dump.scope(scope).variables).find(({ name }) => name === 'order')
      t.equal(found?.value?.objectId, variables.order.objectId, 'in the function that called')
    }
  })

  t.test('functions and globals are read at the report', async t => {
    const made = contents(variables.price)
    t.match(made.source, /^function price \(order\)/)
    t.equal(made.functionLocation.lineNumber, 15)
    const globals = frame.scopeChain.find(({ type }) => type === 'global')
    t.equal(globals?.readAt, 'report')
    t.ok(globals && dump.scope(globals).variables.some(({ name }) => name === 'tally'))
  })
})
