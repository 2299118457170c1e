'use strict'
// JSON on stdout contains no characters that act on a terminal, because people look at it there.

const path = require('node:path')
const t = require('tap')
const { callFrame, makeDump, object, ref, str } = require('../../helpers/make-dump')
const { runCli } = require('../../helpers/run-cli')

/**
 * A command for a terminal in one character, a change of direction, invisible letters, of the tag plane too, half a
 * character, and emoji.
 */
const HOSTILE =
  '\u009b31m \u007f \u202e \u200b \ufeff \u{e0041} \u{e0101} \u3164 \u034f \ud800 \u{1f600} \u2764\ufe0f ü "\\'
// eslint-disable-next-line no-control-regex
const UNSAFE = /[\u034f\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e\u3164\ufeff]|\u{e0041}|\u{e0101}/u

const RECORDS = [
  {
    kind: 'exception',
    value: ref('1', HOSTILE, 'error'),
    className: HOSTILE,
    message: HOSTILE,
    description: HOSTILE,
    stack: [{ functionName: HOSTILE, url: HOSTILE, lineNumber: 1, columnNumber: 1 }]
  },
  callFrame(
    [
      { name: HOSTILE, value: str(HOSTILE) },
      { name: 'text', value: str(HOSTILE) }
    ],
    { functionName: HOSTILE, url: `/app/${HOSTILE}.js`, scriptId: '5' }
  ),
  object('1', { [HOSTILE]: str(HOSTILE) }, { subtype: 'error', className: HOSTILE }),
  { kind: 'process', cwd: '/app', hostname: HOSTILE, argv: [HOSTILE] }
]

t.test('no command writes to a terminal what is in the dump, as JSON either', async t => {
  const cwd = t.testdir()
  makeDump(path.join(cwd, 'crash.20260101.030405.4242.0.1.ccdump'), RECORDS, { header: { trigger: HOSTILE } })
  makeDump(path.join(cwd, 'crash.20260102.030405.4242.0.1.ccdump'), [
    ...RECORDS.slice(0, 1),
    callFrame([{ name: 'text', value: str('other') }], { functionName: HOSTILE, url: `/app/${HOSTILE}.js` }),
    ...RECORDS.slice(2)
  ])
  const commands = [
    ['list', '--json'],
    ['list', '--group', '--json'],
    ['show', '1', '--json'],
    ['show', '2', '--json'],
    ['show', '2', '--format', 'sentry'],
    ['show', '2', '--format', 'otlp'],
    ['eval', '2', 'text', '--json'],
    ['search', '/./', '.', '--json'],
    ['diff', '1', '2', '--json']
  ]
  for (const args of commands) {
    const { stdout, stderr } = await runCli(args, { cwd })
    t.notMatch(stdout, UNSAFE, args.join(' '))
    t.match(JSON.stringify(JSON.parse(stdout)), '\u009b31m \u007f \u202e', `${args.join(' ')} means the same ${stderr}`)
  }
  const { stdout } = await runCli(['eval', '2', 'text', '--json'], { cwd })
  t.equal(JSON.parse(stdout).value, HOSTILE)
})
