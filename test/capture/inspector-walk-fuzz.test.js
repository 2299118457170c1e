'use strict'
// Random graphs, walked without the addon and compared with the oracle of the addon's walk. What only the inspector could tell is
// left out where it might run code: that the walk must say.

const t = require('tap')

const { GraphOracle } = require('../native/graph-oracle')
const { makeRandomGraph } = require('../native/random-graph')
const { OWN_CLASSES } = require('../native/random-objects')
const { ROOMY } = require('../native/walk-graph')
const { walkOverInspector } = require('./walk-over-inspector')

const GRAPHS = Number(process.env.CRASH_COLLECTOR_FUZZ_GRAPHS ?? 100)
const FIRST_SEED = Number(process.env.CRASH_COLLECTOR_FUZZ_SEED ?? 1)

const TIGHT = Object.freeze({ ...ROOMY, maxDepth: 3, maxProperties: 4, maxEntries: 3, maxStringLength: 20, maxBufferBytes: 16 })
const FEW = Object.freeze({ ...ROOMY, maxObjects: 12 })

class Oracle extends GraphOracle {
  /** @param {import('../../lib/dump/format').ObjectRecord} record @param {object} object @param {string} where */
  checkRecord (record, object, where) {
    const notRead = record.notCaptured?.some(({ reason, what }) => reason === 'notRead' || (reason === 'unavailable' && what === 'internalProperties'))
    // Without the addon nothing tells that native code answers for the properties of another context's global object.
    const ofNativeCode = this.facts.get(object)?.unread
    if (!notRead && !ofNativeCode) super.checkRecord(record, object, where)
  }

  /** @param {import('../../lib/dump/format').Value} actual @param {object} expected @param {string} where */
  compareObject (actual, expected, where) {
    // Nor that an object without WeakRef's prototype is one.
    const before = this.problems.length
    super.compareObject(actual, expected, where)
    if (this.problems.slice(before).every((problem) => problem.endsWith('expected object weakref'))) this.problems.length = before
  }

  /** @param {string} problem */
  say (problem) {
    // The oracle doesn't see private fields, over which an object may be nearer, or be reached at all.
    const steps = /is (\d+) steps away, the record says (\d+)/.exec(problem)
    if (steps !== null && Number(steps[2]) < Number(steps[1])) return
    if (/^nothing leads to record|\[\[WeakRefTarget\]\]: nothing/.test(problem)) return
    super.say(problem)
  }
}

/**
 * V8 describes what hidden places hold (a weak collection, a bound argument, a promise) and asks an error there for its message.
 * @param {ReturnType<typeof walkOverInspector>} walked
 */
function hasErrorWithAccessors (walked) {
  return [...walked.records.values()].some(({ subtype, properties }) => subtype === 'error' && properties.some(({ get, set }) => get ?? set))
}

t.test('random graphs', async t => {
  let objects = 0
  let silent = 0
  for (let seed = FIRST_SEED; seed < FIRST_SEED + GRAPHS; seed++) {
    const { root, facts, ran } = makeRandomGraph(seed)
    for (const limits of [ROOMY, TIGHT, FEW]) {
      ran.count = 0
      const walked = walkOverInspector(root, limits)
      objects += walked.records.size
      if (!hasErrorWithAccessors(walked)) {
        silent++
        if (ran.count > 0) t.fail(`seed ${seed}: code of the graph ran ${ran.count} times`)
      }
      const problems = new Oracle(walked, limits, facts, OWN_CLASSES).check(root)
      if (problems.length > 0) t.fail(`seed ${seed}`, { limits, problems: problems.slice(0, 5) })
    }
  }
  t.ok(objects > GRAPHS * 20, `${objects} records of ${GRAPHS} graphs compared`)
  t.ok(silent > GRAPHS, `no code ran in ${silent} walks`)
})
