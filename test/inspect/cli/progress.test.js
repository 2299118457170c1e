'use strict'
// On a terminal, a command that takes longer than two seconds says what it does; elsewhere it says nothing.

const t = require('tap')
const { countDumps, withProgress } = require('../../../packages/inspect/cli/progress')

/** @param {boolean} isTerminal */
function makeOutput (isTerminal) {
  /** @type {string[]} */
  const texts = []
  const write = (/** @type {string} */ text) => texts.push(text)
  const shown = isTerminal ? { showProgress: write } : {}
  return { texts, output: { write, writeError: write, columns: 80, isTerminal, ...shown } }
}

/** @param {import('tap').Test} t @returns {(ms: number) => void} lets time pass */
function makeClock (t) {
  const { now } = performance
  let passed = 0
  performance.now = () => passed
  t.teardown(() => { performance.now = now })
  return ms => { passed += ms }
}

t.test('a terminal', async t => {
  const wait = makeClock(t)
  const { texts, output } = makeOutput(true)
  await withProgress(output, async to => {
    const count = countDumps(to, 40)
    count()
    wait(1900)
    count()
    t.same(texts, [], 'two seconds are not over')
    wait(200)
    count()
    count()
    t.same(texts, ['\r\x1b[2Kcrash-collector: 3 of 40 dumps are read …'], 'not more often than is seen')
    wait(600)
    count()
    to.write('the answer\n')
    to.write('more\n')
  })
  const clear = '\r\x1b[2K'
  t.same(texts.slice(1), [`${clear}crash-collector: 5 of 40 dumps are read …`, clear, 'the answer\n', 'more\n'])
})

t.test('an error takes the line away', async t => {
  const wait = makeClock(t)
  const { texts, output } = makeOutput(true)
  const run = withProgress(output, async ({ say }) => {
    wait(3000)
    say?.('at work')
    throw new Error('no')
  })
  await t.rejects(run, /^no$|no/)
  t.equal(texts[texts.length - 1], '\r\x1b[2K')
})

t.test('no terminal', async t => {
  const wait = makeClock(t)
  const { texts, output } = makeOutput(false)
  await withProgress(output, async to => {
    wait(9000)
    to.say?.('at work')
    countDumps(to, 4)()
  })
  t.same(texts, [])
})
