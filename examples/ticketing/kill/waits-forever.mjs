// The service as an ES module that first waits for the timetables. One carrier never answers.

import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** @type {Map<string, (timetable: string[]) => void>} answers that are still to come */
const waiting = new Map()

/** @param {string} carrier */
async function timetable (carrier) {
  const departures = await new Promise(resolve => waiting.set(carrier, resolve)) // CRASH
  return { carrier, departures }
}

/** @param {string[]} carriers */
async function timetables (carriers) {
  return await Promise.all(carriers.map(carrier => timetable(carrier)))
}

const all = timetables(['arrow', 'local'])
waiting.get('arrow')?.(['07:04'])
await all
require('../server')
