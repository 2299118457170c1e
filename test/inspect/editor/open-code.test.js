'use strict'
// `open --code` prepares VS Code's debugger, and opens the editor at the line that threw.

const fs = require('node:fs')
const http = require('node:http')
const path = require('node:path')
const t = require('tap')
const { temporaryDirectory } = require('../../helpers/crash')
const { CHECKOUT_RECORDS, CHECKOUT_NOT_CAPTURED, SOURCE } = require('../../helpers/checkout-dump')
const { makeDump } = require('../../helpers/make-dump')
const { openReplay } = require('../../helpers/open-replay')
const { runCli } = require('../../helpers/run-cli')
const { NODE, runNode } = require('../../helpers/run-node')

const URL = 'file:///app/checkout.js'

/**
 * @param {import('tap').Test} t
 * @param {string} [url] of the script that threw
 */
function prepared (t, url = URL) {
  const folder = fs.realpathSync(temporaryDirectory(t))
  const records = JSON.parse(JSON.stringify(CHECKOUT_RECORDS).replaceAll(URL, url.replace('<folder>', folder)))
  const dump = makeDump(path.join(folder, 'a.ccdump'), records, { end: { notCaptured: CHECKOUT_NOT_CAPTURED } })
  return { folder, dump, launchFile: path.join(folder, '.vscode', 'launch.json') }
}

/**
 * A directory for PATH that has no editor. runNode() needs env(1).
 * @param {import('tap').Test} t
 */
function withoutEditors (t) {
  const bin = temporaryDirectory(t)
  const directories = (process.env.PATH ?? '').split(path.delimiter)
  const env = directories.map(each => path.join(each, 'env')).find(file => fs.existsSync(file))
  if (env === undefined) throw new Error('there is no env(1) in PATH')
  fs.symlinkSync(env, path.join(bin, 'env'))
  return bin
}

/**
 * An editor that tells how it was called, and ends.
 * @param {import('tap').Test} t
 * @param {string} name of its command
 * @param {number} [exitCode]
 */
async function fakeEditor (t, name, exitCode = 0) {
  /** @type {(call: { argv: string[], cwd: string }) => void} */
  let tell = () => {}
  const called = new Promise(resolve => {
    tell = resolve
  })
  const server = http.createServer((request, response) => {
    let text = ''
    request.on('data', chunk => {
      text += chunk
    })
    request.on('end', () => {
      response.end()
      tell(JSON.parse(text))
    })
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  t.teardown(() => server.close())
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  const bin = withoutEditors(t)
  const text = `#!${NODE}
const call = JSON.stringify({ argv: process.argv.slice(2), cwd: process.cwd() })
require('node:http').request({ host: '127.0.0.1', port: ${port}, method: 'POST' }, response => {
  response.resume().on('end', () => process.exit(${exitCode}))
}).end(call)
`
  fs.writeFileSync(path.join(bin, name), text, { mode: 0o755 })
  return { bin, called }
}

t.test('the editor opens at the line that threw', async t => {
  const { folder, dump, launchFile } = prepared(t, 'file://<folder>/checkout.js')
  fs.writeFileSync(path.join(folder, 'checkout.js'), SOURCE)
  const { bin, called } = await fakeEditor(t, 'codium')
  fs.writeFileSync(path.join(bin, 'code'), 'not executable')
  const replay = await openReplay(dump, ['--code'], { PATH: `relative:${bin}` })
  t.teardown(() => replay.close())
  t.same(await called, { argv: ['.', '--goto', `${path.join(folder, 'checkout.js')}:14:20`], cwd: folder })
  t.match(replay, {
    editor: path.join(bin, 'codium'),
    launch: { file: launchFile, problem: null, configuration: { port: replay.port, request: 'attach' } }
  })
  t.same(JSON.parse(fs.readFileSync(launchFile, 'utf8')).configurations, [replay.launch.configuration])
})

t.test('a file outside of the folder is not opened, whatever the dump says', async t => {
  const outside = path.join(temporaryDirectory(t), 'secret.js')
  fs.writeFileSync(outside, SOURCE)
  const { folder, dump } = prepared(t, `file://${outside}`)
  const { bin, called } = await fakeEditor(t, 'cursor')
  const replay = await openReplay(dump, ['--code'], { PATH: bin })
  t.teardown(() => replay.close())
  t.same(await called, { argv: ['.'], cwd: folder })
})

t.test('the next run takes the same port, so the file does not change', async t => {
  const { dump, launchFile } = prepared(t)
  const env = { PATH: withoutEditors(t) }
  const first = await openReplay(dump, ['--code'], env)
  const text = fs.readFileSync(launchFile, 'utf8')
  // The port is taken, so this run takes another one.
  const second = await openReplay(dump, ['--code'], env)
  t.not(second.port, first.port)
  t.equal(fs.readFileSync(launchFile, 'utf8'), text.replace(String(first.port), String(second.port)))
  await first.close()
  await second.close()
  const third = await openReplay(dump, ['--code', '--port', String(second.port)], env)
  t.teardown(() => third.close())
  t.equal(third.port, second.port)
  t.match(third, { editor: null, launch: { problem: null } })
})

/**
 * @param {string} dump
 * @param {Record<string, string>} env
 * @returns {Promise<{ stdout: string, stderr: string }>} what a user reads
 */
async function textOf (dump, env) {
  const cli = path.join(__dirname, '..', '..', '..', 'bin', 'crash-collector.js')
  return await runNode([cli, 'open', dump, '--code'], {
    cwd: path.dirname(dump),
    env,
    onSpawn (child) {
      let [printed, problems] = ['', '']
      const endWhenSaid = () => {
        if (printed.includes('Ctrl+C ends it.') && (!('WAIT' in env) || problems.includes('\n'))) child.kill('SIGTERM')
      }
      child.stdout?.on('data', chunk => {
        printed += chunk
        endWhenSaid()
      })
      child.stderr?.on('data', chunk => {
        problems += chunk
        endWhenSaid()
      })
    }
  })
}

t.test('what the user is told', async t => {
  const { folder, dump, launchFile } = prepared(t)
  const env = { PATH: withoutEditors(t) }
  const without = await textOf(dump, env)
  t.match(without.stdout, 'none of code, code-insiders, codium, cursor is on PATH: ')
  t.match(without.stdout, `open ${folder} in VS Code and press F5 to be at the throw\n`)
  fs.writeFileSync(launchFile, '{')
  const { stdout } = await textOf(dump, env)
  t.match(stdout, /start this configuration\n\{\n {2}"type": "node",[^]*\n\}\n/)
  t.match(stdout, '(.vscode/launch.json was not changed: ')
  t.equal(fs.readFileSync(launchFile, 'utf8'), '{')

  const { bin } = await fakeEditor(t, 'code', 3)
  const failed = await textOf(dump, { PATH: bin, WAIT: 'for the line about the editor' })
  t.match(failed.stdout, `code opens ${folder}: start this configuration\n`)
  t.equal(failed.stderr, `crash-collector: ${path.join(bin, 'code')} did not open: it ended with exit code 3\n`)

  t.match(await runCli(['open', dump, '--code', '--html', 'a.html'], { cwd: folder }), {
    exitCode: 2,
    stderr: /--code and --html exclude each other/
  })
})
