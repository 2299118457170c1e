// The service as an ES module that first waits for the timetables, which never come.

import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const carriers = ['arrow', 'local']

/** @param {string} carrier */
async function timetable (carrier) {
  return await new Promise(() => ({ carrier })) // nobody settles it
}

await Promise.all(carriers.map(carrier => timetable(carrier)))
require('../server')
