'use strict'
// Processes crash while they hold planted secrets and harmless values. `npm run test:redaction -- --each` gives each
// plant a process of its own.

const t = require('tap')

const { plantsOf } = require('../../fixtures/redaction/plants')
const { crashWithHarmless, crashWithPlants } = require('../../helpers/redaction-plants')

const SEED = 7
const PLANTS_IN_A_PROCESS = 20
const HARMLESS = 2000

const plants = plantsOf(SEED)

for (let from = 0; from < plants.length; from += PLANTS_IN_A_PROCESS) {
  const indices = plants.slice(from, from + PLANTS_IN_A_PROCESS).map((_, i) => from + i)
  t.test(`plants from ${from} on`, async t => {
    const found = await crashWithPlants({ seed: SEED, indices, redact: true })
    t.ok(found.length >= indices.length / 2, `${found.length} secrets`)
    for (const { index, leaked } of found) {
      if (leaked !== null) t.fail(`${plants[index].kind}: ${leaked} is left`)
    }
  })
}

t.test('a control shows them', async t => {
  const indices = plants.map((_, i) => i).slice(-PLANTS_IN_A_PROCESS)
  const found = await crashWithPlants({ seed: SEED, indices, redact: false })
  for (const { index, leaked } of found) t.not(leaked, null, plants[index].kind)
})

t.test('harmless values', async t => {
  const hidden = await crashWithHarmless({ seed: SEED, count: HARMLESS })
  t.ok(hidden.length <= HARMLESS / 100, `${hidden.length} of ${HARMLESS} hidden`, { hidden: hidden.slice(0, 40) })
})
