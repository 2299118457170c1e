'use strict'
const t = require('tap')
const { createAnnotationStore } = require('../../../lib/capture/values/annotations')

/** @param {ReturnType<typeof createAnnotationStore>} store @param {Record<string, unknown>} [more] */
const read = (store, more) => {
  const all = /** @type {Record<string, unknown> | null} */ (store.all(() => null, more))
  return all === null ? null : { ...all }
}

t.test('values by key, until they are removed', async t => {
  const store = createAnnotationStore()
  t.equal(read(store), null)
  store.set('release', '1')
  store.set('release', '2')
  t.same(read(store), { release: '2' })
  store.set('toString', 3)
  t.equal(read(store)?.toString, 3, 'a key like any other')
  store.set('release', undefined)
  store.set('never there', undefined)
  store.set('toString', undefined)
  t.equal(read(store), null)
})

t.test('of one dump alone', async t => {
  const store = createAnnotationStore()
  t.same(read(store, { reason: 'test' }), { reason: 'test' })
  store.set('release', '1')
  t.same(read(store, { reason: 'test', release: '2' }), { release: '2', reason: 'test' })
  t.same(read(store), { release: '1' })
})

t.test('of one dump alone: no code of the application runs', async t => {
  const store = createAnnotationStore()
  const more = {
    reason: 'test',
    get broken () {
      throw new Error('asked')
    }
  }
  const descriptors = (/** @type {unknown} */ given) =>
    Object.getOwnPropertyDescriptors(store.all(() => null, /** @type {any} */ (given)) ?? {})
  t.match(descriptors(more), { reason: { value: 'test' }, broken: { get: Function } })
  t.same(
    descriptors(
      new Proxy(
        {},
        {
          ownKeys () {
            throw new Error('asked')
          }
        }
      )
    ),
    {}
  )
  t.same(descriptors('none'), {})
})

t.test('100 at most', async t => {
  const store = createAnnotationStore()
  for (let i = 0; i < 101; i++) store.set(`key ${i}`, i)
  const keys = () => Object.keys(read(store) ?? {})
  t.equal(keys().length, 100)
  t.notOk(keys().includes('key 100'))
  store.set('key 0', 'other')
  t.equal(read(store)?.['key 0'], 'other', 'one that is there may change')
  store.set('key 1', undefined)
  store.set('key 100', 100)
  t.ok(keys().includes('key 100'), 'there is room again')
  t.equal(keys().length, 100)
})
