'use strict'
// npm install succeeds on machines that cannot compile, and says the consequence in one line.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { installCopy } = require('./installed-copy')
const { temporaryDirectory } = require('./own-files')

/**
 * @param {import('tap').Test} t
 * @param {string[]} tools the only commands on PATH besides Node.js
 */
function installWith (t, tools) {
  const directory = temporaryDirectory(t)
  const bin = path.join(directory, 'bin')
  fs.mkdirSync(bin)
  for (const tool of ['sh', ...tools]) fs.symlinkSync(locate(tool), path.join(bin, tool))
  fs.symlinkSync(process.execPath, path.join(bin, 'node'))
  const copy = installCopy(directory)
  // npm gives the path of its own node-gyp to install scripts in this variable.
  const env = { PATH: bin, HOME: directory, npm_config_node_gyp: require.resolve('node-gyp/bin/node-gyp.js') }
  return spawnSync(path.join(bin, 'node'), ['scripts/install.js'], { cwd: copy, env, encoding: 'utf8' })
}

/** @param {string} tool */
function locate (tool) {
  // Version managers put a shell script in front of Python, which does not work with such a PATH.
  const [command, ...args] =
    tool === 'python3' ? ['python3', '-c', 'import sys; print(sys.executable)'] : ['which', tool]
  return spawnSync(command, args, { encoding: 'utf8' }).stdout.trim()
}

for (const [tools, reason] of [
  [[], 'no Python'],
  [['python3'], 'no make'],
  [['python3', 'make'], 'no C++ compiler']
]) {
  t.test(reason, { skip: process.platform !== 'linux' && 'the tools of Linux' }, async t => {
    const { status, stdout, stderr } = installWith(t, tools)
    t.equal(status, 0)
    t.equal(stdout, '')
    const lines = stderr.trim().split('\n')
    t.match(lines[0], /^crash-collector: .* is compiled, which may take minutes$/, 'before there is a wait')
    t.match(lines[1], `crash-collector: no addon (${reason}), so dumps will have no variables`)
    t.equal(lines.length, 2, stderr)
  })
}
