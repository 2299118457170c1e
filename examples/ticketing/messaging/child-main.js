'use strict'
// A carrier's own process: child-main.js <carrier>

const { carrier } = require('../carriers')

const search = carrier(process.argv[2])

process.on('message', async message => {
  const { id, search: wanted } = /** @type {{ id: number, search: import('../carriers').Search }} */ (message)
  try {
    process.send?.({ id, offers: await search(wanted) })
  } catch (error) {
    process.send?.({ id, error: /** @type {Error} */ (error).message })
  }
})
// The service is gone, however it went.
process.on('disconnect', () => process.exit(0))
