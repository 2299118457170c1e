'use strict'
// Dumps with random damage, or made by somebody hostile, are read in every way: each ends with a result or with one of
// our errors, within 2 s of processor time and 512 MB. `npm run test:fuzz` reads many more. FUZZ_SEED tries others.

const t = require('tap')

const { runMutants } = require('./run-mutants')

const SEED = Number(process.env.FUZZ_SEED ?? 20261123)
const MUTANTS = 400
const WAYS = 6

t.test(`${MUTANTS} mutants, seed ${SEED}`, async t => {
  await runMutants({ seed: SEED, from: 0, count: MUTANTS, ways: WAYS }, ({ index, way, error, alone }) => {
    if (alone) t.fail(`mutant ${index}, ${way}: ${error}`)
  })
  t.pass('each was read')
})
