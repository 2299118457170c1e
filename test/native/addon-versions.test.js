'use strict'
const t = require('tap')
const fs = require('node:fs')
const path = require('node:path')
const { runNode } = require('../helpers/run-node')

const FOLDER = path.join(__dirname, '../../prebuilds', `${process.platform}-${process.arch}`)
const addons = fs.existsSync(FOLDER) ? fs.readdirSync(FOLDER).filter(name => name.endsWith('.node')) : []

t.test(
  'an addon of another Node.js is refused before it does anything',
  { skip: addons.length < 2 && 'needs npm run build:matrix' },
  async t => {
    const { stdout: version } = await runNode(['-p', 'process.versions.modules'], { cwd: __dirname })
    const others = addons.filter(name => !name.startsWith(`node-v${version.trim()}`))
    for (const name of others) {
      const { stdout, stderr } = await runNode(
        [
          '-e',
          `try { require(${JSON.stringify(path.join(FOLDER, name))}) } catch (error) { console.log(error.message) }`
        ],
        { cwd: __dirname }
      )
      t.match(stdout, /was compiled against a different Node\.js version|undefined symbol/, name, { stderr })
    }
  }
)
