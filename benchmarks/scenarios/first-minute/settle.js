'use strict'

/** @param {string} invoice */
async function openInvoice (invoice) {
  await null
  return { invoice, settledAt: 1700000000, lines: [12, 30] }
}

/**
 * Fails in a way that the service has not met before, and is not caught.
 *
 * @param {string} invoice
 */
async function settle (invoice) {
  const opened = await openInvoice(invoice)
  const total = opened.lines.reduce((sum, line) => sum + line, 0)
  if (opened.settledAt > 0) throw new Error(`invoice is settled: ${total}`)
  return total
}

module.exports = { settle }
