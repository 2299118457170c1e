'use strict'
// Makes prebuilds/page.js, the script of a dump's page, from packages/inspect/page/browser and the modules that it
// shares with the command line.

const fs = require('node:fs')
const path = require('node:path')

const esbuild = require('esbuild')

const { PAGE_SCRIPT } = require('../../packages/inspect/page/page')
const { PACKAGE } = require('./node-gyp')

const BROWSER = './packages/inspect/page/browser'
/** A library in the script, whose licence requires its notice. */
const LIBRARY = 'fflate'

/** @returns {string} */
function pageScript () {
  const { outputFiles } = esbuild.buildSync({
    stdin: {
      contents: `PageBuffer = require('${BROWSER}/model/bytes').PageBuffer; require('${BROWSER}/main').start()`,
      resolveDir: PACKAGE,
      sourcefile: 'page.js'
    },
    absWorkingDir: PACKAGE,
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    charset: 'ascii',
    // The shared modules use Buffer; the page replaces the part that they use.
    define: { Buffer: 'PageBuffer' },
    legalComments: 'none',
    minifyWhitespace: true,
    lineLimit: 120,
    logLevel: 'error'
  })
  const licence = fs.readFileSync(path.join(PACKAGE, 'node_modules', LIBRARY, 'LICENSE'), 'utf8')
  const notice = `/* ${LIBRARY}: ${licence.trim().replaceAll('*/', '* /')} */`
  return `'use strict'\n{\nlet PageBuffer\n${notice}\n${outputFiles[0].text}}\n`
}

function makePage () {
  fs.mkdirSync(path.dirname(PAGE_SCRIPT), { recursive: true })
  fs.writeFileSync(PAGE_SCRIPT, pageScript())
}

if (require.main === module) makePage()

module.exports = { makePage }
