'use strict'
// If the application holds an object of the collector, the dump says so and shows none of its contents.
const fs = require('node:fs')
const t = require('tap')
const zlib = require('node:zlib')
const { crashTests, ROOT } = require('../../helpers/crash')
const { matches } = require('../../helpers/match-value')

/** @type {(type: string) => any} */
const opaque = type =>
  matches(value => {
    const { objectId, notCapturedReason } = /** @type {any} */ (value)
    return value?.type === type && objectId === undefined && notCapturedReason === 'internal'
      ? undefined
      : JSON.stringify(value)
  })

t.test('objects of the collector', async t =>
  crashTests(t, [
    {
      name: 'are opaque',
      file: 'values/own-api.js',
      env: { TEST_PACKAGE: ROOT },
      frames: [
        {
          functionName: 'checkout',
          variables: {
            total: 42,
            collector: opaque('object'),
            kept: [opaque('function'), opaque('object'), matches(() => undefined)]
          }
        }
      ],
      check (t, dump, run) {
        t.notOk(
          dump.notCaptured.some(({ what }) => what === 'asyncTasks'),
          'and take nothing from the tasks',
          { notCaptured: dump.notCaptured }
        )
        const map = [...dump.objects()].find(({ className }) => className === 'Map')
        t.match(map?.entries, [{ value: { notCapturedReason: 'internal' } }])
        const text = zlib.gunzipSync(fs.readFileSync(run.dumps[0])).toString()
        t.notMatch(
          text,
          /tentativeSnapshots|rationing|idleMs":\d+,"installThrowHooks/,
          'nothing of the collector is there'
        )
        t.notOk(
          [...dump.objects()].some(({ functionLocation }) => functionLocation?.url?.startsWith(`${ROOT}/lib/`)),
          'no function of it'
        )
      }
    }
  ])
)
