'use strict'

/** Versions of the test matrix. */
const TESTED = ['20', '22', '24', '26']

/** @returns {import('../types').Finding[]} */
function nodeVersion () {
  const { arch, platform, version, versions } = process
  const text = `Node.js ${version} ${platform}-${arch}`
  const major = versions.node.split('.', 1)[0]
  if (Number(major) < 20) return [{ state: 'fails', text, remedy: 'use Node.js 20 or newer' }]
  if (!TESTED.includes(major)) {
    return [{ state: 'note', text: `${text}: the collector is tested on Node.js ${TESTED.join(', ')}` }]
  }
  if (platform !== 'linux' || arch !== 'x64') return [{ state: 'note', text: `${text}: it is tested on linux-x64` }]
  if (!process.features.inspector) {
    const remedy = 'nothing to do as long as the crash below leaves its variables'
    return [{ state: 'note', text: `${text}, built without the inspector`, remedy }]
  }
  return [{ state: 'ok', text }]
}

module.exports = { nodeVersion }
