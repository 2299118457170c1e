'use strict'
// A TypeScript application can use the types that are generated for the tarball.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')

const { pruneTypes } = require('../../scripts/platforms/prune-types')
const { PACKAGE, runNode, temporaryDirectory } = require('./own-files')

const TSC = require.resolve('typescript/bin/tsc')

/** @param {string[]} args */
function tsc (...args) {
  const { status, stdout } = runNode([TSC, ...args])
  return { status, stdout }
}

t.test('an application in TypeScript', async t => {
  const directory = temporaryDirectory(t)
  const installed = path.join(directory, 'node_modules', 'crash-collector')
  const types = path.join(installed, 'types')
  const made = tsc('-p', 'tsconfig.types.json', '--outDir', types)
  t.equal(made.status, 0, made.stdout)
  pruneTypes(types)
  fs.copyFileSync(path.join(PACKAGE, 'package.json'), path.join(installed, 'package.json'))
  for (const name of ['inspect', 'shared']) {
    const target = path.join(directory, 'node_modules', `crash-collector-${name}`)
    fs.cpSync(path.join(types, 'packages', name), target, { recursive: true })
    fs.copyFileSync(path.join(PACKAGE, 'packages', name, 'package.json'), path.join(target, 'package.json'))
  }

  const check = (/** @type {string} */ text) => {
    const file = path.join(directory, 'app.ts')
    fs.writeFileSync(file, text)
    return tsc(
      '--noEmit',
      '--strict',
      '--module',
      'node16',
      '--moduleResolution',
      'node16',
      '--target',
      'es2022',
      '--types',
      'node',
      '--skipLibCheck',
      '--typeRoots',
      path.join(PACKAGE, 'node_modules', '@types'),
      file
    )
  }
  const right = check(`
    import crashCollector = require('crash-collector')
    import reader = require('crash-collector/reader')
    const dump: string | null = crashCollector.capture(new Error('a'), { annotations: { tenant: 7 } })
    crashCollector.annotate('release', '1.2')
    crashCollector.configure({ maxDepth: 3 })
    export { dump, reader }
  `)
  t.equal(right.status, 0, right.stdout)
  const wrong = check(`
    import crashCollector = require('crash-collector')
    crashCollector.annotate(7, 'a')
    crashCollector.configure({ maxDept: 3 })
    crashCollector.configure({ mode: 'off' })
  `)
  t.match(wrong.stdout, /Argument of type 'number' is not assignable to parameter of type 'string'/)
  t.match(wrong.stdout, /'maxDept' does not exist/)
  t.match(wrong.stdout, /'mode' does not exist/)
})
