'use strict'
// The validator, which all other tests trust, finds every mistake.

const path = require('node:path')
const t = require('tap')
const { RECORD_KINDS } = require('../../packages/shared/dump/format')
const schema = require('../../packages/shared/dump/schema.json')
const { CHECKOUT_RECORDS, CHECKOUT_NOT_CAPTURED } = require('../helpers/checkout-dump')
const { CAUSES_RECORDS } = require('../helpers/causes-dump')
const { makeDump } = require('../helpers/make-dump')
const { validateDump } = require('../helpers/validate-dump')

const directory = t.testdir()
let count = 0

/**
 * @param {(records: object[]) => void} change
 * @param {object} [options]
 */
function problemsAfter (change, options = { end: { notCaptured: CHECKOUT_NOT_CAPTURED } }) {
  const records = structuredClone(CHECKOUT_RECORDS)
  change(records)
  return validateDump(makeDump(path.join(directory, `${++count}.ccdump`), records, options)).problems.join('\n')
}

const find = (/** @type {object[]} */ records, /** @type {string} */ kind) =>
  records.find(record => record.kind === kind)
const objectOf = (/** @type {object[]} */ records, /** @type {string} */ objectId) =>
  records.find(record => record.objectId === objectId)

t.test('a definition for each kind of record', async t => {
  t.same(new Set(schema.oneOf.map(({ $ref }) => $ref)), new Set(RECORD_KINDS.map(kind => `#/$defs/${kind}`)))
  for (const kind of RECORD_KINDS) t.equal(schema.$defs[kind].properties.kind.const, kind)
})

t.test('a good dump has no problems', async t => {
  t.equal(problemsAfter(() => {}), '')
})

t.test('a dump with causes has no problems, and each wrong one has the right one', async t => {
  /** @param {(records: object[]) => void} change */
  const problems = change => {
    const records = structuredClone(CAUSES_RECORDS)
    change(records)
    return validateDump(makeDump(path.join(directory, `${++count}.ccdump`), records)).problems.join('\n')
  }
  t.equal(problems(() => {}), '')
  const cases = [
    [
      /cause 3 stands after 1/,
      r => {
        r[2].index = 3
      }
    ],
    [
      /cause 1 is a cause of 1/,
      r => {
        r[1].of = 1
      }
    ],
    [
      /required property 'capture'/,
      r => {
        delete r[1].capture
      }
    ],
    [
      /belongs to the missing cause 5/,
      r => {
        r[6].error = 5
      }
    ],
    [
      /callFrame 3 of error 0 stands after those of 2/,
      r => {
        delete r[6].error
      }
    ],
    [
      /cause stands too late/,
      r => {
        r.splice(4, 0, r.splice(2, 1)[0])
      }
    ],
    [
      /must be equal to constant/,
      r => {
        objectOf(r, 'order').readAt = 'throw'
      }
    ]
  ]
  for (const [problem, change] of cases) t.match(problems(change), problem, String(change))
})

t.test('each wrong dump has the right one', async t => {
  const cases = [
    [
      /additional properties extra/,
      r => {
        find(r, 'callFrame').extra = 1
      }
    ],
    [
      /additional properties extra/,
      r => {
        find(r, 'callFrame').this.extra = 1
      }
    ],
    [
      /required property 'internal'/,
      r => {
        delete find(r, 'callFrame').internal
      }
    ],
    [
      /lineNumber: must be >= 0/,
      r => {
        find(r, 'callFrame').lineNumber = -1
      }
    ],
    [
      /unknown kind/,
      r => {
        find(r, 'callFrame').kind = 'frame'
      }
    ],
    [
      /scopeChain\/0\/type: must be equal to one of the allowed values/,
      r => {
        find(r, 'callFrame').scopeChain[0].type = 'inner'
      }
    ],
    [
      /must match exactly one schema in oneOf/,
      r => {
        find(r, 'callFrame').this = { type: 'number', value: 1, unserializableValue: '-0' }
      }
    ],
    [
      /property name must be valid|propertyNames/,
      r => {
        find(r, 'callFrame').this = { type: 'undefined', value: 1 }
      }
    ],
    [
      /must match pattern/,
      r => {
        find(r, 'callFrame').this = { type: 'bigint', unserializableValue: '10' }
      }
    ],
    [
      /required property 'objectId'/,
      r => {
        find(r, 'callFrame').this = { type: 'object', className: 'A' }
      }
    ],
    [
      /must match exactly one schema/,
      r => {
        find(r, 'callFrame').scopeChain[0].variables[0].notCapturedReason = 'depth'
      }
    ],
    [
      /notCaptured\/0\/reason: must be equal to one of/,
      r => {
        objectOf(r, '5').notCaptured[0].reason = 'lazy'
      }
    ],
    [
      /must be equal to constant/,
      r => {
        objectOf(r, '6').properties[0].enumerable = true
      }
    ],
    [
      /must match pattern/,
      r => {
        r.splice(r.indexOf(objectOf(r, '3')), 0, {
          kind: 'objectDetails',
          objectId: '3',
          privateProperties: [{ name: 'a', value: { type: 'undefined' } }]
        })
      }
    ],
    [
      /must NOT have fewer than 3 properties/,
      r => {
        r.splice(r.indexOf(objectOf(r, '3')), 0, { kind: 'objectDetails', objectId: '3' })
      }
    ],
    [
      /two object records with the id 3/,
      r => {
        objectOf(r, '7').objectId = '3'
      }
    ],
    [
      /scope s1 has variables again/,
      r => {
        r[2].scopeChain[2].variables = r[1].scopeChain[2].variables
      }
    ],
    [
      /callFrame stands too late/,
      r => {
        r.splice(8, 0, { ...r[1], index: 9 })
      }
    ],
    [
      /callFrame 1 stands after 1/,
      r => {
        r[3].index = 1
      }
    ],
    [
      /callFrames 2 to 3 are missing/,
      r => {
        r[3].index = 4
      }
    ],
    [
      /exception stands too late/,
      r => {
        r.push(r.shift())
      }
    ],
    [
      /2 records of kind process/,
      r => {
        const i = r.findIndex(({ kind }) => kind === 'process')
        r.splice(i, 0, r[i])
      }
    ],
    [
      /0 records of kind process/,
      r => {
        r.splice(r.findIndex(({ kind }) => kind === 'process'), 1)
      }
    ]
  ]
  for (const [problem, change] of cases) t.match(problemsAfter(change), problem, String(change))
  t.match(
    problemsAfter(() => {}, { end: {} }),
    /no object 99, no notCapturedReason, and end.notCaptured does not cover it/
  )
  t.equal(
    problemsAfter(
      r => {
        objectOf(r, '2').properties[3].value.notCapturedReason = 'depth'
      },
      { end: {} }
    ),
    ''
  )
  t.match(problemsAfter(() => {}, { end: null }), /the last record is no end/)
  t.match(
    problemsAfter(() => {}, { end: { records: 3, notCaptured: CHECKOUT_NOT_CAPTURED } }),
    /end.records is 3/
  )
})
