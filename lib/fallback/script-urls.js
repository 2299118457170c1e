'use strict'
// Keeps the URLs of scripts in mode `always`. The debugger tells the URL of a script when it learns of the script, and
// not in the frames of a pause (test/workarounds/pause-without-url.js, Node.js 20 to 26). It does not tell when V8 has
// collected a script, but then it no longer knows the script (test/workarounds/collected-script-untold.js, Node.js 20
// to 26).

const { ObjectCreate, StringIndexOf } = require('../safe/primordials')

/** Number of URLs up to which V8 is not asked which scripts it has collected. So many take a megabyte or two. */
const MOST_UNASKED = 10_000

/** Number of scripts that V8 is asked about for each new one. It is more than one, so that the list becomes shorter. */
const ASKED_AT_ONCE = 2

/**
 * Beginning of the inspector's message about a script that V8 does not know (test/workarounds/inspector-messages.js,
 * Node.js 20 to 26).
 */
const UNKNOWN = 'No script with'

/**
 * @param {(method: string, params: object) => Error | null} ask sends a command to a session with the Debugger domain
 *   enabled and returns its failure, which must not be thrown: V8 would pause at it
 * @param {number} [mostUnasked] for tests
 */
function scriptUrls (ask, mostUnasked = MOST_UNASKED) {
  /** @type {Record<string, string>} */
  const urls = ObjectCreate(null)
  /** @type {string[]} */
  const ids = []
  let next = 0

  /** @param {string} scriptId */
  function isCollected (scriptId) {
    // This command takes a scriptId, changes nothing, and has an empty answer.
    const failure = ask('Debugger.setBlackboxedRanges', { scriptId, positions: [] })
    return failure !== null && StringIndexOf(failure.message, UNKNOWN) !== -1
  }

  return {
    /** URLs by scriptId. */
    urls,

    /**
     * @param {string} scriptId
     * @param {string} url
     */
    add (scriptId, url) {
      urls[scriptId] = url
      ids[ids.length] = scriptId
      for (let i = 0; i < ASKED_AT_ONCE && ids.length > mostUnasked; i++) {
        if (next >= ids.length - 1) next = 0
        if (isCollected(ids[next])) {
          delete urls[ids[next]]
          ids[next] = ids[ids.length - 1]
          ids.length--
        } else next++
      }
    }
  }
}

module.exports = { scriptUrls }
