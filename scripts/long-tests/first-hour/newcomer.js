'use strict'
// A newcomer: an empty project, the packed package, a crash, and what the README says to do next.

const { spawnSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const { OUTPUT } = require('../../platforms/targets')

const PROGRAM = path.join(__dirname, '..', 'first-minute', 'application', 'server.js')
const NETWORK = /^(NODE_EXTRA_CA_CERTS|SSL_CERT_\w+|(https?|no)_proxy|npm_config_registry)$/i
/** What `npm install crash-collector` brings, itself first. */
const INSTALLED = ['', '-shared', '-inspect', '-reproduce', '-execution-path'].map(name => `crash-collector${name}-0`)

/** @param {import('.').Step} step @param {string} directory */
function playNewcomer (step, directory) {
  const packed = path.join(OUTPUT, 'local')
  const tarballs = fs.readdirSync(packed).filter(name => INSTALLED.some(each => name.startsWith(each)))
  const home = path.join(directory, 'home')
  const shop = path.join(home, 'shop')
  fs.mkdirSync(shop, { recursive: true })
  fs.copyFileSync(PROGRAM, path.join(shop, 'server.js'))
  fs.writeFileSync(path.join(shop, 'package.json'), '{ "name": "shop", "version": "1.0.0", "private": true }\n')
  const network = Object.fromEntries(Object.entries(process.env).filter(([name]) => NETWORK.test(name)))
  const env = { ...network, PATH: process.env.PATH, HOME: home, COLUMNS: '80', LINES: '40', npm_config_fund: 'false' }
  const run = (/** @type {string[]} */ ...words) => () => {
    const { status, stdout, stderr } = spawnSync(words[0], words.slice(1), { cwd: shop, env, encoding: 'utf8' })
    return { exitCode: status, stdout, stderr }
  }
  const collector = (/** @type {string[]} */ ...words) => run('npx', 'crash-collector', ...words)

  step('npm install crash-collector', run('npm', 'install', ...tarballs.map(name => path.join(packed, name))), {
    isOurs: false
  })
  step('npx crash-collector --help', collector('--help'), { isOneScreen: true, says: [/Look/, /Set up/] })
  step('npx crash-collector list', collector('list'), { isOurs: false, says: [/no dumps in/] })
  step('npx crash-collector run node server.js', collector('run', 'node', 'server.js'), {
    exitCode: 1,
    isOurs: false,
    says: [/TypeError: Cannot read properties of undefined/, /crash-collector: dump written to/]
  })
  step('npx crash-collector show', collector('show'), {
    isOneScreen: true,
    says: [/`product` is undefined: `catalog.get\(line.sku\)` found no key 'teapot'/, /priceOf/, /Next/]
  })
  step("npx crash-collector eval '[...catalog.keys()]'", collector('eval', '[...catalog.keys()]'), {
    says: [/\[ 'tea' \]/]
  })
  step('npx crash-collector list', collector('list'), { isOurs: false, says: [/server\.js:9/] })
  step('npx crash-collector doctor', collector('doctor'), { says: [/a crash in a child left a dump/] })
  step('npx crash-collector reproduce --check', collector('reproduce', '--check'), { says: [/fails/i] })
  step('npx crash-collector init', collector('init'), {})
  step('npx crash-collector shwo', collector('shwo'), {
    exitCode: 2,
    isOurs: false,
    says: [/did you mean show\?/, /npx crash-collector/]
  })
  step('npx crash-collector eval', collector('eval'), {
    exitCode: 2,
    isOurs: false,
    says: [/usage: npx crash-collector eval/]
  })
}

module.exports = { playNewcomer }
