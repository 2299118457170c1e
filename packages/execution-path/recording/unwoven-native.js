'use strict'
// Makes the addon's functions answer as if the program ran without counters, so that the capture and the dump need not
// know of them. At a capture the request under way is noted, too.

const { FIRST_NUMBER } = require('../attribution/traces')
const { JSONParse, Number, StringIndexOf, StringSlice } = require('../preload').primordials
const { MapGet, MapSet, newMap } = require('../preload').reflection
const { unweaveThreads } = require('./other-threads')
const { OWN_STORAGE, Unweaver } = require('./unweave')

/** @typedef {import('../../../lib/addon/native-functions').Native} Native */

/**
 * The request that ran at a capture, and how many blocks it had run then.
 * @typedef {{ number: number, length: number }} Moment
 */

/**
 * @param {Native} native
 * @param {import('../weaving/woven-file').WovenFiles} files
 * @param {object} by
 * @param {any} by.storage the AsyncLocalStorage of the collector
 * @param {() => Moment | undefined} by.momentNow
 * @param {import('./other-threads').Making['textsOf']} by.textsOf
 * @param {import('./other-threads').Making['weave']} by.weave
 * @returns {{ native: Native, momentOf: (captureId: number) => Moment | undefined }}
 */
function unwovenNative (native, files, { storage, momentNow, textsOf, weave }) {
  const redactText = () => (/** @type {string} */ text) => native.redactText(text)
  const unweaver = new Unweaver(files, redactText)
  const making = { textsOf, weave, redactText }
  /** @type {Map<number, Moment>} */
  const moments = newMap()
  const own = [storage, storage.kResourceStore]

  /** @param {import('../../../lib/addon/native-types').NativeFrame} frame */
  function unweaveFrame (frame) {
    const { scriptId, url, lineNumber, columnNumber, startLine, startColumn } = frame
    unweaver.learn(scriptId, url)
    frame.json = unweaver.frame(frame.json)
    frame.columnNumber = unweaver.column(scriptId, lineNumber, columnNumber)
    frame.startColumn = unweaver.column(scriptId, startLine, startColumn)
  }

  /** @param {number} captureId */
  function snapshotOf (captureId) {
    const snapshot = native.snapshotOf(captureId)
    if (snapshot === undefined) return undefined
    unweaveScripts(snapshot.scripts)
    snapshot.frames.forEach(unweaveFrame)
    snapshot.awaiting.forEach(unweaveFrame)
    snapshot.near = unweaver.lines(snapshot.near)
    snapshot.far = unweaver.lines(snapshot.far)
    snapshot.asyncStores = snapshot.asyncStores.filter(store => {
      if (StringIndexOf(store, OWN_STORAGE) === -1) return true
      noteMoment(captureId, store)
      return false
    })
    return snapshot
  }

  /** @param {number} captureId @param {string} json of the store */
  function noteMoment (captureId, json) {
    const { value } = JSONParse(json).store
    const slash = StringIndexOf(value, '/')
    MapSet(moments, captureId, {
      number: FIRST_NUMBER + Number(StringSlice(value, 0, slash)),
      length: Number(StringSlice(value, slash + 1))
    })
  }

  /** @param {unknown[]} scripts [scriptId, url, source, sourceMappingUrl, …], which are changed */
  function unweaveScripts (scripts) {
    for (let i = 0; i + 3 < scripts.length; i += 4) {
      const url = scripts[i + 1]
      if (typeof url !== 'string') continue
      unweaver.learn(String(scripts[i]), url)
      const file = files.find(url)
      if (file !== undefined && typeof scripts[i + 2] === 'string') scripts[i + 2] = file.source
    }
    return scripts
  }

  /** @template {{ scriptId?: string | number, lineNumber?: number, columnNumber?: number } | null | undefined} P */
  const unweavePlace = (/** @type {P} */ place) => {
    if (place?.lineNumber === undefined || place.columnNumber === undefined) return place
    place.columnNumber = unweaver.column(place.scriptId, place.lineNumber, place.columnNumber)
    return place
  }

  /** @param {object} options @returns {import('../../../lib/addon/native-types').GraphWriter} */
  function snapshot (options) {
    const writer = native.snapshot(options)
    return {
      value: (value, holderId, name, isContent) => writer.value(value, holderId, name, isContent),
      variables: (scope, holderId) => writer.variables(scope, holderId),
      details: ms => unweaver.lines(writer.details(ms)),
      suspendedScopes: (generator, code) => unweaver.scopes(writer.suspendedScopes(generator, code)),
      walk: () => writer.walk(),
      take (goesOn) {
        const taken = writer.take(goesOn)
        return { ...taken, near: unweaver.lines(taken.near), far: unweaver.lines(taken.far) }
      },
      limit: limits => writer.limit(limits),
      unite: captures => writer.unite(captures),
      renamed: (captureId, json) => writer.renamed(captureId, json),
      classInstances: () => writer.classInstances(),
      functions: () => writer.functions(),
      unfinished: () => writer.unfinished()
    }
  }

  return {
    momentOf: captureId => MapGet(moments, captureId),
    native: {
      ...native,
      snapshot,
      snapshotOf,
      findCapture: (reported, fromPromise) => unweavePlace(native.findCapture(reported, fromPromise)),
      findCauseCapture: error => unweavePlace(native.findCauseCapture(error)),
      functionPlace: value => {
        const place = native.functionPlace(value)
        if (place?.url !== undefined) unweaver.learn(String(place.scriptId), place.url)
        return unweavePlace(place)
      },
      suspendedState: generator => unweavePlace(native.suspendedState(generator)),
      takeThreads: ms => unweaveThreads(native.takeThreads(ms), making),
      stackScripts: maxFrames => unweaveScripts(native.stackScripts(maxFrames)),
      replaceOwnStore (found) {
        let kept = 0
        for (let i = 0; i < found.length; i++) if (!own.includes(found[i].storage)) found[kept++] = found[i]
        found.length = kept
        const moment = momentNow()
        if (moment === undefined) return
        found[kept] = {
          storage: OWN_STORAGE, name: undefined, store: `${moment.number - FIRST_NUMBER}/${moment.length}`
        }
      }
    }
  }
}

module.exports = { unwovenNative }
