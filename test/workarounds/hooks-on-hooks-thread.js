'use strict'
// The thread on which the hooks of module.register() run runs preloads as well. With hooks of registerHooks() it cannot
// load modules.
// Worked around in packages/execution-path/loading/load-hooks.js.
// Node.js 22
const assert = require('node:assert')
const { spawnSync } = require('node:child_process')
const fs = require('node:fs')

fs.writeFileSync('hooks.mjs', 'export const load = (url, context, next) => next(url, context)')
const hook = '{ load: (url, context, next) => next(url, context) }'
fs.writeFileSync('preload.js', `require('node:module').registerHooks?.(${hook})`)
fs.writeFileSync('register.mjs', "import { register } from 'node:module'\nregister('./hooks.mjs', import.meta.url)")
fs.writeFileSync('main.mjs', '')
const options = ['--require', './preload.js', '--import', './register.mjs', 'main.mjs']
const { stderr } = spawnSync(process.execPath, options, { encoding: 'utf8' })
assert.match(stderr, /loadSync is not a function/, 'it can load modules: load-hooks.js need not ask for the thread')
