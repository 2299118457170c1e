'use strict'
// Lists the application's values that belong to no frame: its annotations, and the store of each AsyncLocalStorage.

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

/**
 * @param {import('../../page-data').PageData} data
 * @returns {{ name: string, value: Value }[]}
 */
function processValues ({ process: { annotations }, asyncStores }) {
  const own = /** @type {Value | undefined} */ (annotations)
  return [
    ...(own === undefined ? [] : [{ name: 'annotations', value: own }]),
    ...asyncStores.map(({ name, value }) => ({ name: `async store ${name}`, value }))
  ]
}

module.exports = { processValues }
