'use strict'
// What is published passes the checks of publint and of "Are the types wrong?", and a TypeScript application can use
// the types of each entry.

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const ts = require('typescript')

const { packExtras, packMain } = require('../../scripts/platforms/pack')
const { PACKAGE, runNode, temporaryDirectory } = require('./own-files')
const MANIFEST = require('../../package.json')

const TSC = require.resolve('typescript/bin/tsc')
/** Their kind of problem for a module of which require() gets an ES module, which Node.js can since 20.19. */
const ONLY_MODULES = 'CJSResolvesToESM'
const ES_MODULES = ['./ava', './tap', './vitest']

t.test('what is published', async t => {
  const folder = temporaryDirectory(t)
  const packed = [...(await packMain([], folder, { hasAddons: true })), ...packExtras(folder)]
  t.equal(packed.length, 9)

  t.test('publint has no word about it', async t => {
    const { publint } = await import('publint')
    const { formatMessage } = await import('publint/utils')
    for (const { name, file } of packed) {
      const tarball = new Uint8Array(fs.readFileSync(file)).buffer
      const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
      t.same(messages.map(message => formatMessage(message, pkg)), [], name)
    }
  })

  t.test('the types are right wherever they are looked for', async t => {
    const { checkPackage, createPackageFromTarballData } = await import('@arethetypeswrong/core')
    for (const { name, file } of packed) {
      const { types, ...result } = await checkPackage(createPackageFromTarballData(fs.readFileSync(file)))
      if (!types) continue
      const problems = result.problems.filter(({ kind, entrypoint, resolutionKind }) =>
        !(kind === ONLY_MODULES && ES_MODULES.includes(entrypoint)) && resolutionKind !== 'node10')
      t.same(problems, [], name)
    }
  })

  t.test('the types of the entries', async t => {
    for (const { name, file } of packed) {
      const target = path.join(folder, 'node_modules', name)
      fs.mkdirSync(target, { recursive: true })
      execFileSync('tar', ['-xzf', file, '--strip-components=1', '-C', target])
    }
    for (const name of ['acorn', '@jridgewell']) {
      fs.symlinkSync(path.join(PACKAGE, 'node_modules', name), path.join(folder, 'node_modules', name), 'junction')
    }
    const entries = Object.keys(MANIFEST.exports).filter(entry => entry !== './package.json')
    const names = entries.map(entry => path.posix.join('crash-collector', entry))

    t.test('are one file each', async t => {
      const types = path.join(folder, 'node_modules', 'crash-collector', 'types')
      const files = /** @type {string[]} */ (fs.readdirSync(types, { recursive: true }))
      t.equal(files.filter(file => /\.d\.m?ts$/.test(file)).length, entries.length + 1, 'index.d.ts and index.d.mts')
      const inspect = path.join(folder, 'node_modules', 'crash-collector-inspect')
      const found = /** @type {string[]} */ (fs.readdirSync(inspect, { recursive: true }))
      t.same(found.filter(file => file.endsWith('.d.ts')), ['index.d.ts'])
    })

    t.test('exist for an import of each entry', async t => {
      const imports = names.map(name => `import '${name}'`).join('\n')
      t.match(tsc(folder, 'each.mts', imports, ['--noUncheckedSideEffectImports']), { status: 0, stdout: '' })
    })

    t.test('say in an editor what each function does', async t => {
      for (const [name, text] of [['hover.cts', RIGHT], ['hover.mts', RIGHT_MODULE]]) {
        const hover = hoverIn(path.join(folder, name), text)
        t.match(hover('annotate'), /^Puts a value into every later dump of this thread\..*\n?.*@param key/s, name)
        if (name === 'hover.cts') t.match(hover('capture('), /^Writes a dump of the process as it is now\. The process/)
      }
    })

    t.test('say what an application may do', async t => {
      t.match(tsc(folder, 'app.ts', RIGHT), { status: 0, stdout: '' })
      t.match(tsc(folder, 'app.mts', RIGHT_MODULE), { status: 0, stdout: '' })
    })

    t.test('say what it may not do', async t => {
      const { stdout } = tsc(folder, 'wrong.ts', WRONG)
      t.match(stdout, /Argument of type 'number' is not assignable to parameter of type 'string'/)
      t.match(stdout, /'maxObject' does not exist/)
      t.match(stdout, /'mode' does not exist/)
      t.match(stdout, /Property 'callFrame' does not exist/)
      t.match(stdout, /Property 'toolbar' does not exist/)
    })
  })
})

const RIGHT = `
  import crashCollector = require('crash-collector')
  import reader = require('crash-collector/reader')
  import crashDumps = require('crash-collector/koa')
  import nest = require('crash-collector/nest')
  import Environment = require('crash-collector/jest')
  const dump: string | null = crashCollector.capture(new Error('a'), { annotations: { tenant: 7 } })
  crashCollector.annotate('release', '1.2')
  crashCollector.configure({ maxObjects: 3 })
  class Own extends Environment {}
  class Jsdom { document = 1 }
  new (Environment.withCrashDumps(Jsdom))().document.toFixed()
  const value: Promise<reader.Value> | null = null
  export { dump, reader, crashDumps, nest, Own, value }
`
const RIGHT_MODULE = `
  import crashCollector, { annotate } from 'crash-collector'
  import { open, type ReadLimits, type CallFrameRecord } from 'crash-collector/reader'
  import nest from 'crash-collector/nest'
  import Runner, { withCrashDumps } from 'crash-collector/vitest'
  export { onRequestError } from 'crash-collector/next'
  annotate('release', crashCollector.configure({}).join())
  const limits: Partial<ReadLimits> = {}
  const [frame]: CallFrameRecord[] = (await open('a.ccdump', { limits })).callFrames
  class Own extends withCrashDumps(Runner) {}
  nest.intercept
  export { Own, frame }
`
const WRONG = `
  import crashCollector = require('crash-collector')
  import reader = require('crash-collector/reader')
  import Environment = require('crash-collector/jest')
  crashCollector.annotate(7, 'a')
  crashCollector.configure({ maxObject: 3 })
  crashCollector.configure({ mode: 'off' })
  reader.open('a').then(dump => dump.callFrame)
  class Own { toolbox = 1 }
  new (Environment.withCrashDumps(Own))().toolbar
`

/**
 * @param {string} file
 * @param {string} text
 * @returns {(word: string) => string} what an editor shows of the last place of the word
 */
function hoverIn (file, text) {
  fs.writeFileSync(file, text)
  const options = { module: ts.ModuleKind.Node20, target: ts.ScriptTarget.ES2022, types: [] }
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => true,
    getCompilationSettings: () => options,
    getCurrentDirectory: () => path.dirname(file),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [file],
    getScriptSnapshot: name => {
      const content = ts.sys.readFile(name)
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
    },
    getScriptVersion: () => '1'
  })
  return word => {
    const { documentation, tags } = service.getQuickInfoAtPosition(file, text.lastIndexOf(word)) ?? {}
    const tagTexts = (tags ?? []).map(tag => `@${tag.name} ${ts.displayPartsToString(tag.text)}`)
    return [ts.displayPartsToString(documentation), ...tagTexts].join('\n')
  }
}

/**
 * @param {string} directory
 * @param {string} name
 * @param {string} text
 * @param {string[]} [options]
 */
function tsc (directory, name, text, options = []) {
  const file = path.join(directory, name)
  fs.writeFileSync(file, text)
  const roots = path.join(PACKAGE, 'node_modules', '@types')
  const how = ['--noEmit', '--strict', '--module', 'node20', '--target', 'es2022', '--types', 'node']
  const { status, stdout } = runNode([TSC, ...how, '--skipLibCheck', 'false', '--typeRoots', roots, ...options, file])
  return { status, stdout }
}
