'use strict'
// What is committed and published of a project in which a program has crashed is what it would be otherwise.
const t = require('tap')
const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const { ROOT, temporaryDirectory } = require('../helpers/crash')
const { runNode } = require('../helpers/run-node')

/**
 * @param {string} cwd
 * @param {string} command
 * @param {...string} args
 */
const run = (cwd, command, ...args) => execFileSync(command, args, { cwd, encoding: 'utf8', stdio: 'pipe' })

const DIRECTORIES = { 'the directory of the user': '', 'a directory of the project': 'crashes' }

for (const [name, dir] of Object.entries(DIRECTORIES)) {
  t.test(name, async t => {
    const cwd = fs.realpathSync(temporaryDirectory(t))
    const home = temporaryDirectory(t)
    fs.writeFileSync(path.join(cwd, 'package.json'), '{ "name": "shop", "version": "1.0.0" }')
    fs.writeFileSync(path.join(cwd, 'app.js'), "throw new Error('no price')\n")
    const env = { HOME: home, NODE_OPTIONS: `--require ${ROOT}`, CRASH_COLLECTOR_DIR: dir }
    const { exitCode, stderr } = await runNode(['app.js'], { cwd, env })
    t.equal(exitCode, 1)
    t.match(stderr, /dump written to/)
    t.equal(fs.existsSync(path.join(cwd, 'crashes')), dir !== '')
    run(cwd, 'git', 'init', '-q')
    run(cwd, 'git', 'add', '-A')
    t.same(run(cwd, 'git', 'ls-files').trim().split('\n'), ['app.js', 'package.json'])
    const [packed] = JSON.parse(run(cwd, 'npm', 'pack', '--dry-run', '--json', '--offline'))
    t.same(packed.files.map((/** @type {{ path: string }} */ file) => file.path).sort(), ['app.js', 'package.json'])
  })
}
