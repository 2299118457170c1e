'use strict'
// Counts what the hook for uncaught throws adds to dumps (docs/decisions/abort-flag.md): each program of the fixtures
// dies with the setting `uncaughtThrows` off and on, and the two dumps are compared.
// node scripts/measure/measure-abort-flag.js [file for the rows]

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const { readDump } = require('../../packages/inspect/reader')
const { PACKAGE } = require('./../build/node-gyp')

const FIXTURES = path.join(PACKAGE, 'test', 'fixtures')
/** Folders of programs that end by themselves within some seconds, most of them by an error. */
const FOLDERS = ['crashes/uncaught', 'crashes/rejection', 'crashes/scopes', 'crashes/values', 'crashes/functions',
  'crashes/handled', 'crashes/handlers', 'crashes/worker', 'crashes/threads', 'crashes/typescript', 'crashes/unchanged',
  'explain', 'headlines', 'groups']
const TIMEOUT_MS = 20_000

/**
 * @param {string} program
 * @param {'on' | 'off'} uncaughtThrows
 * @param {string} folder
 */
async function shownBy (program, uncaughtThrows, folder) {
  const directory = path.join(folder, uncaughtThrows)
  spawnSync(process.execPath, ['--require', PACKAGE, program], {
    cwd: folder,
    timeout: TIMEOUT_MS,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      CRASH_COLLECTOR_DIR: directory,
      CRASH_COLLECTOR_UNCAUGHT_THROWS: uncaughtThrows
    }
  })
  const names = fs.existsSync(directory) ? fs.readdirSync(directory).filter(name => name.endsWith('.ccdump')) : []
  if (names.length === 0) return null
  const dump = await readDump(path.join(directory, names.sort()[0]))
  const own = dump.callFrames.filter(frame => !frame.url?.startsWith('node:'))
  return {
    hook: dump.header.capture?.hook ?? null,
    frames: own.length,
    withVariables: own.filter(frame => frame.scopeChain.some(scope => (scope.variables ?? []).length > 0)).length,
    first: own.length === 0 ? '' : `${own[0].functionName}:${own[0].lineNumber}`,
    error: dump.exception?.value?.subtype === 'error'
  }
}

async function measure () {
  const rows = []
  for (const folder of FOLDERS) {
    for (const name of fs.readdirSync(path.join(FIXTURES, folder)).filter(name => /\.[cm]?js$/.test(name))) {
      const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'abort-flag-'))
      const program = path.join(FIXTURES, folder, name)
      try {
        const [off, on] = [await shownBy(program, 'off', scratch), await shownBy(program, 'on', scratch)]
        if (off === null && on === null) continue
        rows.push({ what: 'abort-flag', node: process.version, program: `${folder}/${name}`, off, on })
      } finally {
        fs.rmSync(scratch, { recursive: true, force: true })
      }
    }
  }
  return rows
}

measure().then(rows => {
  const text = rows.map(row => `${JSON.stringify(row)}\n`).join('')
  if (process.argv[2] === undefined) process.stdout.write(text)
  else fs.writeFileSync(process.argv[2], text)
})
