'use strict'
// Objects whose state stands in internal slots are shown with it, and answer from it.

const path = require('node:path')
const t = require('tap')
const { CRASHES } = require('../../helpers/crash')
const { evaluateAll } = require('../../helpers/evaluate-all')
const { makeDump, object, ref, str, vars } = require('../../helpers/make-dump')
const { readDump } = require('../../../packages/inspect/reader')
const { renderDump } = require('../../../packages/inspect/show')
const { SourceMaps } = require('../../../packages/inspect/source/source-map')
const { runToDump } = require('../../helpers/run-to-dump')

const HAS_TEMPORAL = 'Temporal' in globalThis

t.test('of a crash', async t => {
  const { file } = await runToDump(t, [path.join(CRASHES, 'values/inner-slots.js')])
  const dump = await readDump(file)
  const text = renderDump(dump, new SourceMaps(dump), { columns: 80, all: false, isTerminal: false })
  for (const line of ['memory  Memory(2 pages)', 'table   Table(3)', 'tariff  Global { [[Value]]: 42 }']) {
    t.match(text, line)
  }
  if (HAS_TEMPORAL) t.match(text, 'dates   { day: PlainDate 2026-11-27, stay: Duration P2DT90M }')
  /** @type {[string, string|RegExp, object?][]} */
  const cases = [
    ['memory.buffer.byteLength', '131072'],
    ['memory', 'Memory(2 pages)'],
    ['memory.grow(1)', /^NotCaptured: grow, perhaps a member of/],
    ['table.length', '3'],
    ['+tariff + tariff.value', '84'],
    ['String(table)', "'[object WebAssembly.Table]'"],
    ['kind.#made', '7'],
    ['kind.#next', '8'],
    // Node.js 20 does not list the accessor.
    ['kind', /^\[class Counter\] \{ #made: 7(?:, #next: \[Getter\])? \}$/],
    // A method cannot be called with new.
    ['new.target', 'undefined', { frame: 1 }]
  ]
  const results = await evaluateAll(
    file,
    cases.map(([expression, , options]) => [expression, options ?? {}])
  )
  cases.forEach(([expression, expected], i) => t.match(results[i], expected, expression))
})

/**
 * @param {string} className
 * @param {string} text
 */
const temporal = (className, text) =>
  object(
    className,
    {},
    {
      className,
      internalProperties: [
        { name: '[[ISOString]]', value: str(text) },
        {
          name: '[[Prototype]]',
          value: { type: 'object', className: `Temporal.${className}`, notCapturedReason: 'internal' }
        }
      ]
    }
  )

t.test('Temporal, also where this Node.js has none', async t => {
  const file = makeDump(path.join(t.testdir(), 'dates.ccdump'), [
    { kind: 'exception', value: str('thrown'), description: 'thrown' },
    {
      kind: 'callFrame',
      index: 0,
      functionName: 'book',
      url: 'file:///app/book.js',
      scriptId: '1',
      lineNumber: 0,
      columnNumber: 0,
      internal: false,
      this: { type: 'undefined' },
      scopeChain: [{ type: 'local', variables: vars({ dates: ref('dates') }) }]
    },
    object('dates', { day: ref('PlainDate', 'PlainDate'), stay: ref('Duration', 'Duration') }),
    temporal('PlainDate', '2026-11-27'),
    temporal('Duration', 'P2DT90M')
  ])
  /** @type {[string, string|RegExp][]} */
  const cases = [
    ['dates', '{ day: PlainDate 2026-11-27, stay: Duration P2DT90M }'],
    ['dates.day.toString()', "'2026-11-27'"],
    ["dates.day.toJSON() + ' for ' + String(dates.stay)", /^'2026-11-27 for P2DT/],
    ['JSON.stringify(dates.day)', '\'"2026-11-27"\''],
    ['dates.day + 1', /^TypeError: Do not use Temporal\.PlainDate\.prototype\.valueOf/],
    ['Object.prototype.toString.call(dates.day)', "'[object Temporal.PlainDate]'"],
    ['dates.day.year', HAS_TEMPORAL ? '2026' : /^NotCaptured: year, perhaps a member of/],
    ['dates.day.add({ days: 4 })', HAS_TEMPORAL ? 'PlainDate 2026-12-01' : /^NotCaptured: add, perhaps/],
    ['dates.day.constructor.name', HAS_TEMPORAL ? "'PlainDate'" : /^NotCaptured: constructor, perhaps/],
    ['typeof Temporal.PlainDate', HAS_TEMPORAL ? "'function'" : /^NotCaptured: Temporal/]
  ]
  const results = await evaluateAll(
    file,
    cases.map(([expression]) => [String(expression)])
  )
  cases.forEach(([expression, expected], i) => t.match(results[i], expected, String(expression)))
})
