'use strict'
// The states through which lib/triggers/reported-exception.js goes, by its own table.

const t = require('tap')

const { TRANSITIONS, transition } = require('../../lib/triggers/reported-exception')

/** @typedef {Parameters<typeof transition>} StateAndEvent */

/**
 * @param {...StateAndEvent[1]} events after the start
 * @returns {string[]} the last state, and after it what was done on the way
 */
function after (...events) {
  /** @type {StateAndEvent[0]} */
  let state = 'running'
  const done = []
  for (const event of events) {
    const found = transition(state, event)
    if (found === null) continue
    state = found.to
    if (found.action !== undefined) done.push(found.action)
  }
  return [state, ...done]
}

t.test('nobody handles the value', async t => {
  t.same(after('unheard'), ['dying', 'write'])
  t.same(after('unheard', 'threw', 'ended'), ['dying', 'write'], 'its end has no second dump')
  t.same(after('unheard', 'untold', 'ended'), ['dying', 'write'])
  t.same(after('unheard', 'heard', 'unheard'), ['dying', 'write'], 'a listener on `exit` throws as well')
})

t.test('a handler was not seen', async t => {
  t.same(after('unheard', 'returned'), ['running', 'write', 'takeBack'])
  t.same(after('unheard', 'returned', 'unheard'), ['dying', 'write', 'takeBack', 'write'], 'the next one counts')
  t.same(after('ignored', 'returned'), ['running', 'takeBack'], 'it may be wanted as handled')
})

t.test('the settings want no such dump', async t => {
  t.same(after('ignored'), ['unwanted'])
  t.same(after('ignored', 'ended'), ['over', 'write'], 'a rejection before it may be the reason')
  t.same(after('ignored', 'unheard'), ['dying', 'write'])
})

t.test('a handler lets the process live', async t => {
  t.same(after('heard', 'returned'), ['survived', 'watchEnd'])
  t.same(after('heard', 'untold'), ['survived', 'watchEnd'], 'without the addon nothing tells what it does')
  t.same(after('heard', 'returned', 'ended'), ['over', 'watchEnd', 'write'], 'it has ended the process soon after')
  t.same(after('heard', 'returned', 'late'), ['running', 'watchEnd'])
  t.same(after('heard', 'returned', 'heard', 'returned'), ['survived', 'watchEnd', 'watchEnd'])
  t.same(after('heard', 'returned', 'unheard'), ['dying', 'watchEnd', 'write'], 'the handler was removed')
})

t.test('a handler ends the process', async t => {
  t.same(after('heard', 'ended'), ['over', 'watchEnd', 'write'])
  t.same(after('heard', 'ended', 'threw'), ['over', 'watchEnd', 'write'], 'it throws in a listener on `exit`')
  t.same(after('heard', 'threw'), ['over', 'watchEnd', 'write'])
  t.same(after('heard', 'threw', 'ended'), ['over', 'watchEnd', 'write'])
  t.same(after('heard', 'late', 'returned'), ['running', 'watchEnd'], 'it has taken longer than counts')
})

t.test('handled errors leave a dump', async t => {
  t.same(after('heard', 'noted'), ['running', 'watchEnd', 'writeHandled'])
  t.same(after('heard', 'noted', 'late'), ['running', 'watchEnd', 'writeHandled'])
  t.same(after('heard', 'noted', 'heard', 'noted').filter(action => action === 'writeHandled').length, 2)
})

t.test('nothing leads out of the end, every state is reached, and an event in a state has one row', async t => {
  const ways = TRANSITIONS.flatMap(({ event, from }) => from.map(state => `${event} in ${state}`))
  t.same(ways.filter(way => way.endsWith(' in over')), [])
  t.equal(new Set(ways).size, ways.length)
  const reached = new Set(TRANSITIONS.map(({ to }) => to))
  t.same([...reached].sort(), ['dying', 'handling', 'over', 'running', 'survived', 'unwanted'])
})
