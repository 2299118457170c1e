'use strict'
// `list` and `show` name the same frame first, whether it was captured or is known only from the stack.

const path = require('node:path')
const t = require('tap')
const { callFrame, makeDump, ref } = require('../../helpers/make-dump')
const { runCli } = require('../../helpers/run-cli')

const NODE = { functionName: 'emit', url: 'node:events', lineNumber: 1, columnNumber: 2, internal: true }
const PACKAGE = {
  functionName: 'send',
  url: '/app/node_modules/mailer/index.js',
  lineNumber: 3,
  columnNumber: 4,
  internal: false
}
const CALLER = { functionName: 'notify', url: '/app/notify.js', lineNumber: 5, columnNumber: 6, internal: false }
const OUTER = { functionName: 'main', url: '/app/main.js', lineNumber: 7, columnNumber: 8, internal: false }

/** @type {[string, (typeof NODE)[], typeof NODE|null, string][]} */
const CASES = [
  ['the application called a package', [NODE, PACKAGE, CALLER, OUTER], CALLER, 'notify.js:6:7'],
  ['a program that is installed in node_modules', [NODE, PACKAGE], PACKAGE, 'node_modules/mailer/index.js:4:5'],
  ['nothing but Node.js', [NODE], null, '']
]

for (const [name, frames, expected, place] of CASES) {
  for (const captured of [true, false]) {
    t.test(`${name}, ${captured ? 'captured' : 'from the stack'}`, async t => {
      const cwd = t.testdir()
      makeDump(path.join(cwd, 'crash.20260101.000000.1.0.1.ccdump'), [
        {
          kind: 'exception',
          value: ref('1', 'Error', 'error'),
          className: 'Error',
          message: 'no',
          description: 'Error: no',
          stack: frames.map(({ internal, ...frame }) => frame)
        },
        ...(captured ? frames.map((frame, index) => callFrame([], { ...frame, index })) : []),
        { kind: 'process', cwd: '/app' }
      ])
      const [{ topFrame }] = JSON.parse((await runCli(['list', '--json'], { cwd })).stdout)
      t.same(
        topFrame,
        expected && {
          functionName: expected.functionName,
          url: expected.url,
          lineNumber: expected.lineNumber,
          columnNumber: expected.columnNumber
        }
      )
      // Where it was thrown stands alone in a line; frames have their names before it.
      const lines = (await runCli(['show'], { cwd })).stdout.split('\n')
      t.same(lines.filter(line => /^\S+:\d+:\d+$/.test(line)), place === '' ? [] : [place])
    })
  }
}
