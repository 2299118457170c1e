'use strict'
// Processes crash while they hold planted secrets and harmless values. `npm run test:redaction -- --each` gives each
// plant a process of its own.

const t = require('tap')

const { plantsOf } = require('../../fixtures/redaction/plants')
const { crashWithHarmless, crashWithPlants } = require('../../helpers/redaction-plants')

const SEED = 7
const PLANTS_IN_A_PROCESS = 20
const MORE_IN_A_PROCESS = 40
const HARMLESS = 2000

const plants = plantsOf(SEED)
const own = plants.filter(plant => !plant.second)

for (let from = 0; from < own.length; from += PLANTS_IN_A_PROCESS) {
  const indices = own.slice(from, from + PLANTS_IN_A_PROCESS).map((_, i) => from + i)
  t.test(`plants from ${from} on`, async t => {
    const found = await crashWithPlants({ seed: SEED, indices, redact: true })
    t.ok(found.length >= indices.length / 2, `${found.length} secrets`)
    for (const { index, leaked } of found) {
      if (leaked !== null) t.fail(`${plants[index].kind}: ${leaked} is left`)
    }
  })
}

t.test('the second corpus', async t => {
  const all = plants.flatMap((plant, index) => (plant.second ? [index] : []))
  let likely = 0
  /** @type {string[]} */
  const leaked = []
  for (let from = 0; from < all.length; from += MORE_IN_A_PROCESS) {
    const indices = all.slice(from, from + MORE_IN_A_PROCESS)
    for (const found of await crashWithPlants({ seed: SEED, indices, redact: true })) {
      const { kind, documented } = plants[found.index]
      if (!documented) likely++
      if (found.leaked === null) continue
      if (documented) t.fail(`${kind}: ${found.leaked} is left`)
      else leaked.push(kind)
    }
  }
  t.ok(likely > 150 && leaked.length <= likely / 10, `${leaked.length} of ${likely} leaked`, { leaked })
})

t.test('a control shows them', async t => {
  const indices = plants.map((_, i) => i).slice(-PLANTS_IN_A_PROCESS)
  const found = await crashWithPlants({ seed: SEED, indices, redact: false })
  for (const { index, leaked } of found) t.not(leaked, null, plants[index].kind)
})

for (const second of [false, true]) {
  t.test(`harmless values of the ${second ? 'second' : 'first'} corpus`, async t => {
    const hidden = await crashWithHarmless({ seed: SEED, count: HARMLESS, second })
    t.ok(hidden.length <= HARMLESS / 100, `${hidden.length} of ${HARMLESS} hidden`, { hidden: hidden.slice(0, 40) })
  })
}
