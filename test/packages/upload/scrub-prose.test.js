'use strict'
// `scrub` guesses at secrets in sentences, which a process that dies does not.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const zlib = require('node:zlib')

const { PROSE } = require('../../../packages/upload/scrub/prose')
const { TextRemover } = require('../../../packages/upload/scrub/text-remover')
const { temporaryDirectory } = require('../../helpers/crash')
const { runCli } = require('../../helpers/run-cli')
const { runToDump } = require('../../helpers/run-to-dump')
const { validateDump } = require('../../helpers/validate-dump')

/** Sentences, and the part of them that goes. */
const SECRETS = [
  ['205065 is your verification code', '205065'],
  ['G-706139 is your Google verification code', '706139'],
  ['4471 is the one-time pin', '4471'],
  ['Use 482913 to log in', '482913'],
  ['please use 4829 to sign in now', '4829'],
  ['Your code: 482913', '482913'],
  ['your bank login code is 90210455', '90210455'],
  ['OTP for anna: 523378', '523378'],
  ['TAN 771034 was sent', '771034'],
  ['login: anna / x7Kp2qRt', 'x7Kp2qRt'],
  ['credentials anna/x7Kp2qRt failed', 'x7Kp2qRt'],
  ['user/password: root/4dm1nroot', '4dm1nroot'],
  ['$ echo x7Kp2qRt | sudo -S reboot', 'x7Kp2qRt'],
  ['echo "x7Kp2qRt" | docker login -u anna --password-stdin', 'x7Kp2qRt']
]

const HARMLESS = [
  '205065 is your order number',
  '404 is the status code of the answer',
  'Use 482913 as the id',
  'use 8080 to listen',
  'your code has 12 errors',
  'exit code: 137',
  'error code 205065',
  'login: anna / failed',
  'user/pass: see the manual/chapter',
  'echo hello | grep h',
  'the passcode is too short'
]

const remover = new TextRemover([...PROSE], [], () => {})

for (const [sentence, secret] of SECRETS) {
  t.test(sentence, async t => t.equal(remover.remove(sentence), sentence.replace(secret, '[redacted]')))
}

t.test('what only looks like one stays', async t => {
  for (const sentence of HARMLESS) t.equal(remover.remove(sentence), sentence)
})

t.test('in a dump', async t => {
  const cwd = temporaryDirectory(t)
  const program = path.join(cwd, 'app.js')
  fs.writeFileSync(program, "const sms = 'Use ' + [40, 2913].join('') + ' to log in'\nthrow new Error(sms)\n")
  const { file } = await runToDump(t, [program], { cwd })
  const textOf = (/** @type {string} */ dump) => zlib.gunzipSync(fs.readFileSync(dump)).toString()
  t.match(textOf(file), 'Use 402913 to log in')
  const out = path.join(cwd, 'out.ccdump')
  const { exitCode, stderr } = await runCli(['scrub', file, out, '--personal'], { cwd })
  t.equal(exitCode, 0, stderr)
  t.notMatch(textOf(out), '402913')
  t.match(textOf(out), 'Use [redacted] to log in')
  t.same(validateDump(out).problems, [])
})
