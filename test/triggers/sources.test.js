'use strict'
// A dump contains the text and the source map of every script that has a frame.
const t = require('tap')
const fs = require('node:fs')
const path = require('node:path')
const { execFileSync } = require('node:child_process')
const { crashTests, CRASHES, ROOT } = require('../helpers/crash')
const { markedLine } = require('../helpers/match-frames')

const ORIGINAL = path.join(CRASHES, 'typescript/src/order.ts')

/**
 * What `show --json` says, on a machine that does not have the program.
 * @param {string} file
 */
function show (file) {
  return JSON.parse(
    execFileSync(process.execPath, [path.join(ROOT, 'bin/crash-collector.js'), 'show', '--json', file], {
      cwd: path.dirname(file),
      encoding: 'utf8'
    })
  )
}

t.test('TypeScript', async t =>
  crashTests(
    t,
    ['inline', 'beside'].map(where => ({
      name: `source map ${where}`,
      file: `typescript/${where}/order.js`,
      trigger: 'unhandledRejection',
      frames: [
        {
          functionName: 'priceOf',
          crashLine: true,
          variables: { total: 42, user: { name: 'bob' }, line: { sku: 'A-9' } }
        },
        { functionName: 'checkout', variables: { cart: { id: 7 }, label: 'cart 7' } }
      ],
      check (t, dump) {
        const { callFrames } = show(dump.file)
        const [frame] = callFrames.filter((/** @type {{ internal: boolean }} */ each) => !each.internal)
        t.match(frame.original?.url, /src\/order\.ts$/)
        t.equal(frame.original?.lineNumber, markedLine(ORIGINAL, '// CRASH'))
        const { sourceMap, sourceMapURL } = dump.script(frame.scriptId) ?? {}
        if (where === 'beside') {
          t.equal(
            sourceMap,
            fs.readFileSync(path.join(CRASHES, 'typescript/beside/order.js.map'), 'utf8'),
            'the map is in the dump'
          )
        } else t.match(sourceMapURL, /^data:application\/json/, 'the map is in the dump')
      }
    }))
  )
)

t.test('every script that has a frame', async t =>
  crashTests(
    t,
    ['uncaught/esm-dependency.mjs', 'uncaught/emitter-listener.js', 'uncaught/vm-this-context.js'].map(file => ({
      name: file,
      file,
      trigger: file.endsWith('.mjs') ? 'unhandledRejection' : 'uncaughtException',
      check (t, dump) {
        const frames = dump.callFrames.filter(each => !each.internal)
        t.ok(frames.length >= 2, 'the application has frames')
        for (const frame of frames) {
          const script = dump.script(frame.scriptId)
          t.ok(script?.source, `text of ${frame.url}`)
          const name = frame.url.replace(/^file:\/\//, '')
          if (path.isAbsolute(name)) t.match(script?.source, fs.readFileSync(name, 'utf8').trim(), 'as it is on disk')
        }
      }
    }))
  )
)
