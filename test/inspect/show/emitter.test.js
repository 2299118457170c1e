'use strict'
// An 'error' event that nothing listened to, if no function of the application ran: `show` says who emitted it, where
// that was piped to, and whose request it was for.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { temporaryDirectory } = require('../../helpers/crash')
const { runCli } = require('../../helpers/run-cli')
const { runToDump } = require('../../helpers/run-to-dump')

/**
 * @param {import('tap').Test} t
 * @param {string} program
 */
async function showCrash (t, program) {
  const cwd = temporaryDirectory(t)
  fs.writeFileSync(path.join(cwd, 'app.js'), program)
  const { file } = await runToDump(t, ['app.js'], { cwd })
  const show = async (/** @type {string[]} */ ...options) =>
    (await runCli(['show', file, ...options], { cwd, env: { COLUMNS: '80' } })).stdout
  const [text, json] = [await show(), JSON.parse(await show('--json'))]
  t.ok(text.trimEnd().split('\n').length <= 45, text)
  return { text, json }
}

const piping = (/** @type {string} */ pipes) => `
const fs = require('node:fs')
const http = require('node:http')
const server = http.createServer(function report (req, res) {
  const month = new URL(req.url, 'http://here').searchParams.get('month')
  const rows = fs.createReadStream('/nowhere/report.csv')
  rows.on('data', chunk => { console.log(month, chunk.length) })
  rows${pipes}
})
server.listen(0, '127.0.0.1', () => {
  http.get({ host: '127.0.0.1', port: server.address().port, path: '/report?month=3' })
})`

t.test('a stream that is piped into a response', async t => {
  const { text, json } = await showCrash(t, piping('.pipe(res)'))
  t.match(text, new RegExp([
    "^Error: ENOENT: no such file or directory, open '/nowhere/report\\.csv'",
    ' {2}emitted by ReadStream of /nowhere/report\\.csv, piped into ServerResponse',
    " {2}code: 'ENOENT'"
  ].join('\n'), 'm'))
  t.match(text, /GET \/report\?month=3/)
  t.match(json.request, { method: 'GET', url: '/report?month=3' })
  t.match(text, /data of ReadStream {2}app\.js:7:\d+\n {6}month +'3'/, 'what its listeners close over')
})

t.test('through another stream', async t => {
  const { text, json } = await showCrash(t, piping(".pipe(require('node:zlib').createGzip()).pipe(res)"))
  t.match(
    text.replace(/\s+/g, ' '),
    / emitted by ReadStream of \/nowhere\/report\.csv, piped into Gzip, piped into ServerResponse code: /
  )
  t.match(json.request, { method: 'GET', url: '/report?month=3' })
})

t.test('a command', async t => {
  const { text } = await showCrash(t, `
const { spawn } = require('node:child_process')
spawn('imagemagic-none', ['convert', 'a b.png', '-resize', '50%'])`)
  t.match(text, /^ {2}emitted by ChildProcess of `imagemagic-none convert "a b\.png" -resize 50%`$/m)
})

t.test('a command with a path: it is missing, or its directory', async t => {
  const { text } = await showCrash(t, `
const { fork } = require('node:child_process')
fork('/nowhere/job.js', ['7'], { cwd: '/nowhere' })`)
  const line = text.replace(/\s+/g, ' ')
  t.match(line, /^the working directory that was asked for does not exist, or '\S+', which this process runs, was /)
  t.match(line, / emitted by ChildProcess of `\S+node .*\/nowhere\/job\.js 7` code: /)
})

t.test('the headline names the command, and it is not said twice', async t => {
  const { text } = await showCrash(t, `
const { spawn } = require('node:child_process')
const child = spawn(process.execPath, ['-e', '0'])
child.emit('error', new Error('made'))`)
  t.match(text.replace(/\s+/g, ' '), /^ChildProcess of `\S+node -e 0` emitted 'error', and nothing listens/)
  t.notMatch(text, /emitted by/)
})
