'use strict'
// The crashes of CrashJS (Oliver, Dietrich, Anslow, Homer: https://arxiv.org/abs/2405.05541) that are programs:
//
//   synthesised  benchmark/crashes/syntest-collected/<project>/<crash>/<crash>.spec.js, of which a generator of tests
//                found that they throw; they call the sources in benchmark/resources/<project>
//   seeded       benchmark/crashes/seeded/<kind>/<crash>, one file of a dependency of http-server 14, with which the
//                program benchmark/crashes/seeded/http-server/index.js dies
//
// The crashes of benchmark/crashes/github are stacks without a program, and those of bugsjs stacks of the tests of
// another data set (`bugs-js.js` runs that one).

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const { installPackages } = require('./install-packages')

/**
 * A crash that can be run.
 * @typedef {object} Crash
 * @property {string} part
 * @property {string} name
 * @property {string} stack that the corpus gives for it
 * @property {(work: string) => { cwd: string, program: string, project: string }} prepare writes what it needs below a
 *   folder, which may have what other crashes needed; project: the folder of the code that throws
 */

/** The projects as the specs name them: their folder below resources, and if they are ES modules without saying so. */
const PROJECTS = {
  commanderjs: { folder: 'commander', isModule: false },
  express: { folder: 'express', isModule: false },
  'javascript-algorithms': { folder: 'javascript-algorithms', isModule: true },
  lodash: { folder: 'lodash', isModule: true },
  moment: { folder: 'moment', isModule: true }
}

/** What the specs use of mocha. The error of a test ends the process. */
const HARNESS = `const hooks = []
const tests = []
export function beforeEach (hook) { hooks.push(hook) }
export function it (name, test) { tests.push(test) }
export async function describe (name, suite) {
  suite()
  for (const test of tests) {
    for (const hook of hooks) await hook()
    await test()
  }
}
`

/** Keeps the lines of a spec: its first lines are a comment, and a loader that Node.js does not need. */
const HEAD = `import { createRequire } from 'node:module'; import { beforeEach, describe, it } from '../harness.mjs'
const require = createRequire(import.meta.url)
`

/**
 * @param {string} corpus folder of CrashJS
 * @returns {Crash[]}
 */
function crashesOf (corpus) {
  const root = path.join(corpus, 'benchmark/crashes')
  return [...synthesised(corpus, path.join(root, 'syntest-collected')), ...seeded(path.join(root, 'seeded'))]
}

/**
 * @param {string} corpus
 * @param {string} root
 * @returns {Crash[]}
 */
function synthesised (corpus, root) {
  return crashFolders(root, name => `${name}.spec.js`).map(({ folder, name }) => ({
    part: 'synthesised',
    name,
    stack: stackIn(folder, name),
    prepare (work) {
      for (const [project, how] of Object.entries(PROJECTS)) copyProject(corpus, work, project, how)
      const spec = fs.readFileSync(path.join(folder, `${name}.spec.js`), 'utf8')
      const [, ...lines] = spec.split('\n').slice(1)
      const cwd = path.join(work, 'specs')
      fs.mkdirSync(cwd, { recursive: true })
      // Another crash may be reading it.
      const harness = path.join(work, 'harness.mjs')
      if (!fs.existsSync(harness)) fs.writeFileSync(harness, HARNESS)
      const program = path.join(cwd, `${name}.mjs`)
      fs.writeFileSync(program, HEAD + lines.join('\n').replaceAll('../instrumented/', '../'))
      const project = Object.keys(PROJECTS).find(each => spec.includes(`../instrumented/${each}/`))
      return { cwd, program, project: path.join(work, project ?? 'specs') }
    }
  }))
}

/**
 * @param {string} corpus
 * @param {string} work
 * @param {string} project
 * @param {{ folder: string, isModule: boolean }} how
 */
function copyProject (corpus, work, project, { folder, isModule }) {
  const target = path.join(work, project)
  if (fs.existsSync(target)) return
  const source = path.join(corpus, 'benchmark/resources', folder)
  const started = `${target}.started`
  fs.rmSync(started, { recursive: true, force: true })
  fs.cpSync(source, started, { recursive: true })
  const manifest = JSON.parse(fs.readFileSync(path.join(source, 'package.json'), 'utf8'))
  if (isModule) {
    fs.writeFileSync(path.join(started, 'package.json'), JSON.stringify({ ...manifest, type: 'module' }))
    for (const name of fs.readdirSync(started, { recursive: true, encoding: 'utf8' })) {
      if (name.endsWith('.js')) completeImports(path.join(started, name))
    }
  } else if (Object.keys(manifest.dependencies ?? {}).length > 0) installPackages(started, ['--omit=dev'])
  fs.renameSync(started, target)
}

/**
 * A bundler found these modules without their extensions; Node.js does not. No line moves.
 * @param {string} file
 */
function completeImports (file) {
  const text = fs.readFileSync(file, 'utf8')
  const complete = text.replace(
    /(^|\n)((?:import|export)\b[^'"]*?)(['"])(\.{1,2}\/[^'"]*)\3/g,
    (all, before, statement, mark, name) => {
      const target = path.resolve(path.dirname(file), name)
      const extension = ['', '.js', '/index.js'].find(each => fs.statSync(target + each, {
        throwIfNoEntry: false
      })?.isFile())
      return `${before}${statement}${mark}${name}${extension ?? ''}${mark}`
    }
  )
  if (complete !== text) fs.writeFileSync(file, complete)
}

/**
 * @param {string} root
 * @returns {Crash[]}
 */
function seeded (root) {
  return crashFolders(root, () => 'index.js').map(({ folder, name }) => ({
    part: 'seeded',
    name,
    stack: stackIn(folder, name),
    prepare (work) {
      const cwd = path.join(work, name)
      if (!fs.existsSync(cwd)) {
        const started = `${cwd}.started`
        fs.rmSync(started, { recursive: true, force: true })
        fs.cpSync(folder, started, { recursive: true })
        execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: started, stdio: 'ignore' })
        const { copy } = JSON.parse(fs.readFileSync(path.join(folder, `${name}.json`), 'utf8')).setup
        fs.copyFileSync(path.join(folder, copy.from), path.join(started, copy.to))
        // The program that is there is an attempt of a search to provoke the crash.
        fs.copyFileSync(path.join(root, 'http-server/index.js'), path.join(started, 'index.js'))
        fs.renameSync(started, cwd)
      }
      return { cwd, program: path.join(cwd, 'index.js'), project: cwd }
    }
  }))
}

/**
 * @param {string} root
 * @param {(name: string) => string} programOf
 */
function crashFolders (root, programOf) {
  if (!fs.existsSync(root)) return []
  return fs
    .readdirSync(root, { withFileTypes: true })
    .filter(each => each.isDirectory())
    .flatMap(({ name: group }) => fs.readdirSync(path.join(root, group)).map(name => ({
      name,
      folder: path.join(root, group, name)
    })))
    .filter(({ folder, name }) => fs.existsSync(path.join(folder, programOf(name))))
    .sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }))
}

/**
 * @param {string} folder
 * @param {string} name
 */
function stackIn (folder, name) {
  const file = path.join(folder, `${name}.log`)
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
}

module.exports = { crashesOf }
