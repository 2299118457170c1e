'use strict'
// Programs that really died, their pages in jsdom; and one in Chromium, where there is one.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const t = require('tap')
const { openDump } = require('../../lib/inspect/open-dump')
const { htmlPage } = require('../../lib/inspect/html/page')
const { collect } = require('../helpers/crash')
const { openPage } = require('../helpers/open-page')

const CHROMIUM = [process.env.CHROMIUM ?? '', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) => file !== '' && fs.existsSync(file))
const CHROMIUM_TIMEOUT_MS = 60_000

/**
 * @param {import('tap').Test} t
 * @param {string} file
 * @param {Record<string, string>} [env]
 */
async function crash (t, file, env) {
  const run = await collect(t, { file, env })
  t.equal(run.dumps.length, 1, 'it left a dump', { stderr: run.stderr })
  return { run, dump: await openDump(run.dumps[0]) }
}

t.test('an async crash, with what was suspended', async (t) => {
  const { dump } = await crash(t, 'rejection/async-nested.js', { CRASH_COLLECTOR_ASYNC_TASKS: '1' })
  const page = openPage(dump)
  t.same(page.errors, [])
  const frame = dump.callFrames.find(({ internal }) => !internal)
  t.match(page.texts('.frame[aria-current=true]')[0], `#${frame?.index} ${frame?.functionName}`)
  t.match(page.texts('.line.marked')[0], /\/\/ CRASH/)
  t.ok(page.texts('.line .inline').length > 0, 'values stand behind the code')
  t.equal(page.texts('.task').length, dump.asyncTasks.length, 'every task')
  page.window.close()
})

for (const kind of ['inline', 'beside']) {
  t.test(`TypeScript, its map ${kind}`, async (t) => {
    const directory = path.join(__dirname, '..', 'fixtures', 'crashes', 'typescript', kind)
    const program = fs.readdirSync(directory).find((name) => name.endsWith('.js')) ?? ''
    const { dump } = await crash(t, `typescript/${kind}/${program}`)
    const page = openPage(dump)
    t.match(page.texts('.frame[aria-current=true] .place')[0], /\.ts:\d+:\d+$/)
    t.match(page.texts('.line.marked')[0], /\/\/ CRASH/)
    t.ok(page.texts('.line .inline').length > 0, 'values stand behind the code as it was written')
    page.window.close()
  })
}

t.test('in Chromium', { skip: CHROMIUM === undefined && 'there is no Chromium on this machine; name one in CHROMIUM' }, async (t) => {
  const { dump, run } = await crash(t, 'rejection/async-nested.js')
  const file = path.join(run.cwd, 'page.html')
  fs.writeFileSync(file, htmlPage(dump))
  const { stdout, stderr, status, error } = spawnSync(String(CHROMIUM), [
    '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--enable-logging=stderr', `--user-data-dir=${path.join(run.cwd, 'profile')}`, '--dump-dom', pathToFileURL(file).href
  ], { encoding: 'utf8', timeout: CHROMIUM_TIMEOUT_MS, maxBuffer: 64 * 1024 * 1024, env: { PATH: process.env.PATH, HOME: run.cwd } })
  t.equal(status, 0, 'Chromium ran', { error, stderr })
  t.match(stdout, /<div class="line marked"[^>]*>/, 'its script ran under its policy')
  t.notMatch(stderr, /CONSOLE/, 'nothing on the console: no error, nothing that the policy refused')
})
