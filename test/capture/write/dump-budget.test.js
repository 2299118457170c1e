'use strict'
// A dump has one clock and one budget. The part that the capture at the throw has used is not available later.
const fs = require('node:fs')
const t = require('tap')
const zlib = require('node:zlib')
const { crashTests, ROOT } = require('../../helpers/crash')
const { matchValue, property } = require('../../helpers/match-value')

/** @typedef {import('../../../packages/inspect/reader').Dump} Dump */

const env = { TEST_PACKAGE: ROOT }
const frames = [{ functionName: 'checkout', variables: { total: 42 } }]

/**
 * @param {Dump} dump
 * @param {string} name of a property
 * @returns {number} of objects in the dump that have it
 */
const countOf = (dump, name) => [...dump.objects()].filter(record => property(record, name) !== undefined).length

/**
 * @param {Dump} dump
 * @param {string} what
 * @param {string} reason
 */
const lacks = (dump, what, reason) => dump.notCaptured.some(each => each.what === what && each.reason === reason)

t.test('a dump has one budget', async t =>
  crashTests(t, [
    {
      name: 'of bytes: each part would fit, both do not',
      file: 'values/budget.js',
      args: ['1', '1000', '1', '4000'],
      env: { ...env, CRASH_COLLECTOR_MAX_BYTES: '1000000' },
      frames,
      check (t, dump) {
        t.ok(countOf(dump, 'order') >= 200, 'what was captured is there', { orders: countOf(dump, 'order') })
        t.ok(countOf(dump, 'row') > 0 && countOf(dump, 'row') < 200, 'of the annotation as much as fits', {
          rows: countOf(dump, 'row')
        })
        t.same(
          matchValue(dump, /** @type {any} */ (dump.process).annotations, { request: { id: 'r-17' } }),
          [],
          'its beginning'
        )
        t.ok(lacks(dump, 'objects', 'bytes'), 'and the dump says so', { notCaptured: dump.notCaptured })
      }
    },
    {
      name: 'of bytes: as many texts of scripts as fit, those of the throw first',
      file: 'values/large-scripts.js',
      env: { CRASH_COLLECTOR_MAX_BYTES: '1000000' },
      frames,
      check (t, dump) {
        const scripts = [...dump.scripts()].filter(({ url }) => url.startsWith('/app/'))
        t.same(
          scripts.map(({ url }) => url),
          [0, 1, 2, 3, 4].map(step => `/app/step-${step}.js`)
        )
        // How many depends on what else is in the dump.
        const count = scripts.findIndex(({ source }) => source === undefined)
        t.ok(count > 0, 'the first ones are there', { count })
        t.same(
          scripts.slice(count).map(({ source, notCapturedReason }) => [source, notCapturedReason]),
          Array(5 - count).fill([undefined, 'bytes'])
        )
        const texts = scripts.slice(0, count).map(({ source = '' }) => source.length)
        t.ok(texts.reduce((sum, length) => sum + length) <= 1_000_000, 'and are within the budget', { texts })
      }
    },
    {
      name: 'of bytes: objects leave room for the text of what failed, and for what waits',
      file: 'values/budget-used-up.js',
      args: ['30', '1000'],
      env: { CRASH_COLLECTOR_MAX_BYTES: '400000' },
      frames,
      check (t, dump, run) {
        t.ok(lacks(dump, 'objects', 'bytes'), 'there are more objects than fit', { notCaptured: dump.notCaptured })
        const sources = [...dump.scripts()].filter(({ source }) => source !== undefined)
        t.match(
          sources.map(({ url }) => url),
          [/budget-used-up\.js$/],
          'the text of the throwing frame is there'
        )
        const [waiting] = dump.asyncTasks.filter(({ functionName }) => functionName === 'waitForPrices')
        t.match(
          waiting?.scopeChain[0].variables.find(({ name }) => name === 'currency'),
          { value: { value: 'EUR' } },
          'the suspended function has its variables'
        )
        const bytes = zlib.gunzipSync(fs.readFileSync(run.dumps[0])).length
        t.ok(bytes < 400_000 * 1.25, 'the dump is about as long as it may be', { bytes })
      }
    },
    {
      name: 'of time: the capture has used it up',
      file: 'values/budget.js',
      args: ['200', '100', '200', '0'],
      env: { ...env, CRASH_COLLECTOR_DEADLINE_MS: '20' },
      frames,
      check (t, dump) {
        t.notOk(
          dump.notCaptured.some(
            ({ what, reason, count }) => what === 'objects' && reason === 'timeout' && count === undefined
          ),
          'what was captured is written'
        )
        t.ok(countOf(dump, 'row') < 10_000, 'of the annotation what a sixteenth of the time is enough for', {
          rows: countOf(dump, 'row')
        })
        t.ok(lacks(dump, 'objects', 'timeout'), 'and the dump says so', { notCaptured: dump.notCaptured })
        t.ok(lacks(dump, 'sources', 'timeout'), 'what comes later is left out', { notCaptured: dump.notCaptured })
      }
    }
  ])
)
