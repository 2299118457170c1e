'use strict'
// What waits for a promise that is pending.
const t = require('tap')

const { crashTests } = require('../helpers/crash')
const { internal, matches, matchValue, property } = require('../helpers/match-value')

/** @typedef {import('../../packages/shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('../helpers/match-value').Objects} Objects */

/**
 * @param {Objects} dump
 * @param {ObjectRecord | undefined} promise
 */
function reactionsOf (dump, promise) {
  const list = dump.object(internal(promise, '[[PromiseReactions]]')?.objectId ?? '')
  return { list, each: list?.properties.map(({ value }) => dump.object(value?.objectId ?? '')) ?? [] }
}

/**
 * A promise with these reactions, and with no other members in them than are named.
 * @param {Record<string, unknown>[]} expected
 */
const waitedForBy = (...expected) =>
  matches((value, dump, promise) => {
    const { list, each } = reactionsOf(dump, promise)
    if (list?.subtype !== 'array' || list.length !== expected.length || each.length !== expected.length) {
      return `${list?.length} reactions, expected ${expected.length}`
    }
    return expected.flatMap((members, i) => {
      const names = each[i]?.properties.map(({ name }) => name).join()
      if (names !== Object.keys(members).join()) return `reaction ${i} has ${names}`
      return Object.entries(members).flatMap(([name, member]) =>
        matchValue(dump, each[i] && property(each[i], name)?.value, member, `reaction ${i}, ${name}`)
      )
    })[0]
  })

/** A promise without reactions: nothing waits for it, or it is settled. */
const waitedForByNone = matches((value, dump, promise) =>
  promise?.subtype !== 'promise'
    ? 'no promise'
    : internal(promise, '[[PromiseReactions]]') === undefined
      ? undefined
      : 'there are reactions'
)

/** @param {string} name */
const fn = name =>
  matches((value, dump, record) =>
    record?.type === 'function' && property(record, 'name')?.value?.value === name ? undefined : `no function ${name}`
  )

/** `send`, which only a reaction holds, with what it closes over. */
const send = matches((value, dump, record) => {
  const variables = (record?.scopes ?? []).flatMap(scope => scope.variables)
  const order = dump.object(variables.find(({ name }) => name === 'order')?.value?.objectId ?? '')
  return order && property(order, 'id')?.value?.value === 42 ? undefined : 'no `order` in the scopes'
})

const promise = matches((value, dump, record) => (record?.subtype === 'promise' ? undefined : 'no promise'))

const waitedForByMany = matches((value, dump, record) => {
  const { list, each } = reactionsOf(dump, record)
  const cut = list?.notCaptured?.find(({ reason }) => reason === 'collectionSize')?.count ?? 0
  return list?.length === 1000 && each.length > 0 && each.length < 1000 && cut === 1000 - each.length
    ? undefined
    : `of ${list?.length} reactions ${each.length} are there, and ${cut} are left out`
})

const JSON_PARSE = matches(value => (value?.intrinsic === 'JSON.parse' ? undefined : 'not JSON.parse'))

const PROMISES = {
  none: waitedForByNone,
  fulfilled: waitedForByNone,
  followed: waitedForBy({ onFulfilled: fn('onPaid'), promise }),
  caught: waitedForBy({ onRejected: fn('onRefused'), promise }),
  closed: waitedForBy({ onFinally: fn('onEnd'), promise }),
  both: waitedForBy({ onFulfilled: fn('onPaid'), onRejected: fn('onRefused'), promise }),
  twice: waitedForBy({ onFulfilled: fn('onPaid'), promise }, { awaitedBy: fn('charge'), promise }),
  awaited: waitedForBy({ awaitedBy: fn('charge'), promise }, { onFulfilled: send, promise }),
  iterated: waitedForBy({ awaitedBy: fn('lines') }),
  bound: waitedForBy({ onFulfilled: fn('bound onPaid'), promise }),
  ofNative: waitedForBy({ onFulfilled: JSON_PARSE, promise }),
  ofAll: waitedForBy({ combinator: 'Promise.all', promise }),
  ofSettled: waitedForBy({ combinator: 'Promise.allSettled', promise }),
  ofAny: waitedForBy({ combinator: 'Promise.any', promise }),
  ofRace: waitedForBy({ promise }),
  returned: waitedForBy({ promise }),
  resolvedWith: waitedForBy({ promise }),
  ofClass: waitedForBy({ onFulfilled: fn('onPaid'), promise }),
  many: waitedForByMany
}

/** Promises that settle when others do, by the variable that holds them. */
const SETTLED = {
  followed: 'receipt',
  twice: 'charging',
  ofAll: 'all',
  ofSettled: 'settled',
  ofAny: 'any',
  ofRace: 'race',
  returned: 'forwarding',
  resolvedWith: 'resolved',
  ofClass: 'ofSubclass'
}

/**
 * @param {'report' | undefined} readAt
 * @returns {(t: import('tap').Test, dump: import('../../packages/inspect/reader').Dump) => void}
 */
const readAs = readAt => (t, dump) => {
  const variables = dump.callFrames[0].scopeChain.flatMap(scope => dump.scope(scope).variables)
  const record = (/** @type {string} */ name) =>
    dump.object(variables.find(variable => variable.name === name)?.value?.objectId ?? '')
  const shown = record('shown')
  for (const [name, settled] of Object.entries(SETTLED)) {
    const waited = dump.object((shown && property(shown, name)?.value?.objectId) ?? '')
    const last = reactionsOf(dump, waited).each.at(-1)
    t.equal(last && property(last, 'promise')?.value?.objectId, record(settled)?.objectId, `${name} settles ${settled}`)
  }
  const twice = dump.object((shown && property(shown, 'twice')?.value?.objectId) ?? '')
  const { list, each } = reactionsOf(dump, twice)
  t.strictSame([twice, list, each[0]].map(of => of?.readAt), [readAt, readAt, readAt], 'when they were read')
}

const skip = process.platform !== 'linux' && 'the reactions are read on Linux only'

t.test('what waits for a promise', { skip }, async t => {
  const program = {
    file: 'values/reactions.js',
    exception: { message: 'refused' },
    frames: [{ functionName: 'refuse', crashLine: true, variables: { shown: PROMISES } }]
  }
  crashTests(t, [
    { ...program, name: 'read at the throw', check: readAs(undefined) },
    {
      ...program,
      name: 'read at the report',
      env: { CRASH_COLLECTOR_BUDGET_PERCENT: '0' },
      notByPause: 'stacks are not copied where they are read by a pause',
      check: readAs('report')
    }
  ])
})

t.test('nothing is read where suspended functions are not looked for', { skip }, async t =>
  crashTests(t, [
    {
      name: 'asyncTasks: off',
      file: 'values/reactions.js',
      env: { CRASH_COLLECTOR_ASYNC_TASKS: 'off' },
      exception: { message: 'refused' },
      frames: [{ functionName: 'refuse', variables: { shown: { followed: waitedForByNone } } }]
    }
  ])
)
