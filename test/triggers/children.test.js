'use strict'
// The dumps of parents and children are tied, and nothing in the environment of a child says so.
const path = require('node:path')
const t = require('tap')
const { readDump } = require('../../packages/inspect/reader')
const { collect } = require('../helpers/crash')
const { validateDump } = require('../helpers/validate-dump')
const { runCli } = require('../helpers/run-cli')

const isLinux = process.platform === 'linux'
/**
 * @param {import('tap').Test} t
 * @param {string} file
 * @param {string[]} args
 */
async function run (t, file, args) {
  const run = await collect(t, { file: `children/${file}`, args })
  const dumps = []
  for (const each of run.dumps) {
    t.same(validateDump(each).problems, [], 'the dump is valid')
    dumps.push(await readDump(each))
  }
  const parent = dumps.find(({ header }) => header.pid === run.pid)
  const child = dumps.find(({ header }) => header.pid !== run.pid)
  if (parent === undefined || child === undefined || dumps.length !== 2) {
    throw new Error(`not two dumps: ${run.dumps} ${run.stderr}`)
  }
  return { parent, child, run }
}

/**
 * @param {import('tap').Test} t
 * @param {Awaited<ReturnType<typeof run>>} answer
 */
function areTied (t, { parent, child }) {
  t.match(parent.header.crashId, /^\d+-\d+$/)
  t.equal(child.header.crashId, parent.header.crashId, 'one crash id')
  const [self] = parent.header.processes ?? []
  t.equal(self.pid, parent.header.pid)
  t.match(child.header.processes?.slice(1), [self], 'the child names its parent')
}

for (const way of ['fork', 'spawn', 'cluster', 'own-environment']) {
  t.test(`a child dies, then its parent: ${way}`, { skip: !isLinux && 'Linux only' }, async t => {
    const answer = await run(t, 'parent.js', [way])
    const { parent, child } = answer
    areTied(t, answer)
    t.equal(child.header.ppid, parent.header.pid)
    t.equal(parent.exception?.message, 'a child ended with 1')
    t.equal(child.exception?.message, 'the child lost 2 items')
    t.match(parent.process?.children, [{ pid: child.header.pid, dump: path.resolve(child.file) }])
    t.equal(child.process?.children, undefined)
  })
}

t.test('a shell stands between the two', { skip: !isLinux && 'Linux only' }, async t => {
  const answer = await run(t, 'parent.js', ['exec'])
  const { parent, child } = answer
  t.equal(child.header.crashId, parent.header.crashId, 'one crash id')
  t.equal(child.header.processes?.[2].pid, parent.header.pid, 'the parent of the shell')
  t.not(child.header.ppid, parent.header.pid)
  t.match(parent.process?.children, [{ pid: child.header.pid }])
})

t.test('the parent dies first', { skip: !isLinux && 'Linux only' }, async t => {
  const answer = await run(t, 'parent-dies-first.js', [])
  areTied(t, answer)
  t.equal(answer.child.header.ppid, answer.parent.header.pid, 'the child has kept the pid of its parent')
  t.equal(answer.parent.process?.children, undefined, 'there was no dump of the child yet')
})

t.test('show and list name the other dump', { skip: !isLinux && 'Linux only' }, async t => {
  const { parent, child, run: { cwd, directory } } = await run(t, 'parent.js', ['fork'])
  const ofParent = await runCli(['show', parent.file], { cwd })
  t.match(ofParent.stdout, new RegExp(`child +pid ${child.header.pid}, crash\\.\\S+\\.ccdump: Error`))
  const ofChild = await runCli(['show', child.file], { cwd })
  t.match(ofChild.stdout, new RegExp(`parent +pid ${parent.header.pid}, crash\\.\\S+\\.ccdump: Error`))
  t.match(ofChild.stdout, new RegExp(`started by +\\S+ \\(pid ${parent.header.pid}\\)`))
  const list = await runCli(['list', directory], { cwd })
  t.match(list.stdout, /the child lost 2 items +\(child of \d\)/)
  const [first] = JSON.parse((await runCli(['list', directory, '--json'], { cwd })).stdout)
  t.equal(first.crashId, parent.header.crashId)
})
