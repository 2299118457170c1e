'use strict'
// One object has one id in a dump, also if several captures have read it; if its contents had changed, it has a record
// of each state, and these name each other.
const t = require('tap')
const { findReferrers } = require('../../packages/inspect/search/find-referrers')
const { placeText } = require('../../packages/inspect/search/place-text')
const { crashTests } = require('../helpers/crash')
const { runCli } = require('../helpers/run-cli')

/** @typedef {import('../helpers/crash').Dump} Dump */

/**
 * @param {Dump} dump
 * @param {string} functionName
 * @param {string} name of a variable
 */
function idOf (dump, functionName, name) {
  const frame = dump.allCallFrames.find(each => each.functionName.split(' ').at(-1) === functionName)
  const variables = frame?.scopeChain.flatMap(scope => dump.scope(scope).variables)
  return variables?.find(each => each.name === name)?.value?.objectId ?? `no ${name} in ${functionName}`
}

/**
 * @param {Dump} dump
 * @param {string} objectId
 * @param {string} name of a property
 */
function property (dump, objectId, name) {
  return dump.object(objectId)?.properties.find(each => each.name === name)?.value
}

/**
 * @param {Dump} dump
 * @param {string} className
 * @param {(objectId: string) => boolean} [isMeant]
 */
function recordsOf (dump, className, isMeant = () => true) {
  return [...dump.objectIds()].filter(id => dump.object(id)?.className === className && isMeant(id))
}

/**
 * @param {import('../helpers/crash').CollectedRun} run
 * @param {Dump} dump
 * @param {string} functionName
 * @param {string} expression
 */
async function valueOf (run, dump, functionName, expression) {
  const index = dump.allCallFrames.find(each => each.functionName === functionName)?.index
  const args = ['eval', '--frame', String(index), run.dumps[0], expression]
  const { stdout, stderr } = await runCli(args, { cwd: run.cwd })
  return stdout.trim() || stderr
}

const hasKey = (/** @type {Dump} */ dump, /** @type {string} */ name) => (/** @type {string} */ id) =>
  property(dump, id, name) !== undefined

crashTests(t, [
  {
    name: 'the function that awaited has the same object',
    file: 'same-objects/awaited.js',
    trigger: 'unhandledRejection',
    check (t, dump) {
      t.equal(idOf(dump, 'charge', 'order'), idOf(dump, 'checkout', 'order'))
      t.equal(recordsOf(dump, 'Object', hasKey(dump, 'sku')).length, 1, 'one record of what it leads to')
      const sent = property(dump, idOf(dump, 'charge', 'order'), 'sent')?.objectId ?? ''
      t.ok(dump.object(sent)?.internalProperties?.some(({ name }) => name === '[[PromiseReactions]]'))
      t.equal([...dump.objects('"sameAs"')].length, 0, 'no other states')
    }
  },
  {
    name: 'an object that changed between two errors has two records, and what it leads to has one',
    file: 'same-objects/cause.js',
    trigger: 'unhandledRejection',
    async check (t, dump, run) {
      const [later, earlier] = [idOf(dump, 'checkout', 'order'), idOf(dump, 'charge', 'order')]
      t.equal(property(dump, later, 'failed')?.value, true)
      t.equal(property(dump, earlier, 'failed'), undefined)
      t.equal(dump.object(earlier)?.sameAs, later)
      t.equal(dump.identityOf(earlier), dump.identityOf(later))
      t.equal(property(dump, earlier, 'items')?.objectId, property(dump, later, 'items')?.objectId)
      t.equal(property(dump, earlier, 'key')?.objectId, property(dump, later, 'key')?.objectId, 'one symbol')
      t.equal(recordsOf(dump, 'Object', hasKey(dump, 'sku')).length, 1)
      t.equal(recordsOf(dump, 'Object', hasKey(dump, 'user')).length, 1, 'of the store')
      const last = dump.exception?.value.objectId ?? ''
      t.equal(property(dump, last, 'order')?.objectId, later, 'the error leads to the later state')
      t.same(dump.object(earlier)?.internalProperties?.filter(({ name }) => name === '[[AtOtherTime]]'),
        [{ name: '[[AtOtherTime]]', value: { type: 'object', className: 'Order', objectId: later } }])
      t.equal(await valueOf(run, dump, 'charge', 'order === seen.order'), 'true')
      t.equal(await valueOf(run, dump, 'charge', 'order.failed'), 'undefined', 'as this capture has it')
      t.equal(await valueOf(run, dump, 'checkout', 'order === last.order'), 'true')
      const places = findReferrers(dump, 'exception.order').map(placeText)
      t.ok(places.includes('exception.order'), places.join())
      t.ok(places.some(place => place.endsWith('seen.order') || / order$/.test(place)), places.join())
    }
  },
  {
    name: 'the errors of an AggregateError share their objects',
    file: 'same-objects/aggregate.js',
    trigger: 'unhandledRejection',
    check (t, dump) {
      t.equal(dump.causes.length, 2)
      t.equal(recordsOf(dump, 'Map').length, 1)
      t.equal(recordsOf(dump, 'Shop', hasKey(dump, 'name')).length, 2, 'of two shops')
      t.equal([...dump.objects('"sameAs"')].length, 0)
      t.equal(dump.notCaptured.filter(({ what }) => what === 'objects').length, 0, 'all that was left was read')
    }
  },
  {
    name: 'each state of an object that changed twice',
    file: 'same-objects/many.js',
    check (t, dump) {
      const states = recordsOf(dump, 'Object', hasKey(dump, 'made'))
      t.equal(new Set(states.map(id => dump.identityOf(id))).size, 1, 'one object')
      t.equal(new Set(states.map(id => property(dump, id, 'made')?.value)).size, states.length, 'states differ')
      t.ok(states.length > 1)
      t.equal(recordsOf(dump, 'Object', hasKey(dump, 'city')).length, 1)
    }
  },
  {
    name: 'the function whose query was rejected',
    file: 'same-objects/queued.js',
    trigger: 'unhandledRejection',
    check (t, dump) {
      t.equal(recordsOf(dump, 'Pool', hasKey(dump, 'queue')).length, 1)
      t.equal(recordsOf(dump, 'Object', hasKey(dump, 'user')).length, 1)
      t.equal(recordsOf(dump, 'Object', hasKey(dump, 'id')).length, 1)
    }
  }
])
