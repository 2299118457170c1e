'use strict'
// Runs the programs of test/corpus, which die as in reports of the public, and tells where `show` has the facts that
// each names: on its first screen, by --more, by --all, or nowhere. The packages are installed into a new directory.

const { execFileSync, spawnSync } = require('node:child_process')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')

const ROOT = path.join(__dirname, '../..')
const CORPUS = path.join(ROOT, 'test/corpus')
const CLI = path.join(ROOT, 'bin/crash-collector.js')
const PLACES = ['first screen', '--more', '--all', 'nowhere']
const MAX_RUN_MS = 60_000
const MAX_BYTES = 2 ** 30

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'first-sight-'))
process.on('exit', () => fs.rmSync(directory, { recursive: true, force: true }))
const packages = JSON.parse(fs.readFileSync(path.join(CORPUS, 'packages.json'), 'utf8'))
fs.writeFileSync(path.join(directory, 'package.json'), '{"name":"corpus","version":"1.0.0"}')
execFileSync('npm', ['install', '--no-audit', '--no-fund', ...Object.entries(packages).map(each => each.join('@'))], {
  cwd: directory,
  stdio: 'ignore'
})

const total = [0, 0, 0, 0]
for (const name of fs.readdirSync(CORPUS).filter(each => each.endsWith('.js'))) {
  const program = fs.readFileSync(path.join(CORPUS, name), 'utf8')
  fs.writeFileSync(path.join(directory, name), program)
  const dumps = path.join(directory, `dumps-${name}`)
  const env = { ...process.env, CRASH_COLLECTOR_DIR: dumps, COLUMNS: '80' }
  spawnSync(process.execPath, ['--require', ROOT, name], { cwd: directory, env, timeout: MAX_RUN_MS, stdio: 'ignore' })
  const [dump] = fs.existsSync(dumps) ? fs.readdirSync(dumps).filter(each => each.endsWith('.ccdump')) : []
  if (dump === undefined) {
    console.log(`${name}: no dump`)
    continue
  }
  const options = /** @type {const} */ ({ cwd: directory, env, encoding: 'utf8', maxBuffer: MAX_BYTES })
  const show = (/** @type {string[]} */ ...args) =>
    execFileSync(process.execPath, [CLI, 'show', path.join(dumps, dump), ...args], options)
  const texts = [show(), show('--more'), show('--all')].map(text => text.replace(/\s+/g, ' '))
  const facts = [...program.matchAll(/^\/\/ FACT \/(.*)\/ (.*)$/gm)].map(([, pattern, fact]) => {
    const at = texts.findIndex(text => new RegExp(pattern).test(text))
    total[at === -1 ? 3 : at]++
    return `  ${PLACES[at === -1 ? 3 : at].padEnd(12)}  ${fact}`
  })
  const { diagnosis } = JSON.parse(show('--json'))
  console.log(`${name}: ${diagnosis === null ? 'no headline' : diagnosis.text}\n${facts.join('\n')}`)
}
console.log(PLACES.map((place, i) => `${place} ${total[i]}`).join(', '))
