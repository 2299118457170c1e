'use strict'
// Keeps the sources of a dump, as Debugger.scriptParsed announces them.

const { reasonText } = require('../values/describe-value')
const { linesOf } = require('../source/lines')
const { fileUrl } = require('../source/location')
const { sourceMapOf } = require('../source/source-map')
const { SourceMapBudget } = require('../source/source-map-budget')
const { localSourceMap } = require('./local-source-map')
const { withoutOtherHost } = require('./file-hosts')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').ScriptRecord} ScriptRecord */
/** @typedef {import('../source/write-map-scopes').NamedPlace} NamedPlace */

class Scripts {
  /** @type {Map<string, { url: string, source: string, script?: ScriptRecord }>} */ #scripts = new Map()
  /** @type {Map<string, string>} URL -> id of the first script with it */ #ids = new Map()
  /** Ids of the scripts that are ES modules. @type {Set<string>} */ #modules = new Set()

  /** @param {Dump} dump */
  constructor (dump) {
    for (const script of dump.scripts()) {
      const reason = script.notCapturedReason === undefined ? '' : `: ${reasonText(script.notCapturedReason)}`
      this.#add(script.scriptId, {
        url: urlOf(script.url),
        source: script.source ?? `// not in the dump${reason}\n`,
        script
      })
    }
    // DevTools drops a frame if its script was not announced (`CallFrame.fromPayloadArray` in
    // https://github.com/ChromeDevTools/devtools-frontend/blob/0177fa7791/front_end/core/sdk/DebuggerModel.ts).
    for (const { scriptId, url, scopeChain } of [...dump.allCallFrames, ...dump.asyncTasks]) {
      if (!this.#scripts.has(scriptId)) this.#add(scriptId, withoutSource(urlOf(url)))
      if (scopeChain.some(({ type }) => type === 'module')) this.#modules.add(scriptId)
    }
  }

  /**
   * @param {string} scriptId
   * @param {{ url: string, source: string, script?: ScriptRecord }} script
   */
  #add (scriptId, script) {
    this.#scripts.set(scriptId, script)
    if (!this.#ids.has(script.url)) this.#ids.set(script.url, scriptId)
  }

  /**
   * @param {string} url
   * @returns {string} id of the script with that URL; a script without source is added if there is none
   */
  idOf (url) {
    const known = this.#ids.get(urlOf(url))
    if (known !== undefined) return known
    const scriptId = `url:${this.#scripts.size}`
    this.#add(scriptId, withoutSource(urlOf(url)))
    return scriptId
  }

  /** @param {string} scriptId */
  url (scriptId) {
    return this.#scripts.get(scriptId)?.url ?? ''
  }

  /** @param {string} scriptId */
  source (scriptId) {
    return this.#scripts.get(scriptId)?.source
  }

  /**
   * @param {{ withNames?: boolean, places?: (NamedPlace & { scriptId: string })[] }} [options] withNames: whether the
   *   source maps have their names; places: those of all frames
   * @returns {object[]} parameters of Debugger.scriptParsed
   */
  announcements ({ withNames = true, places = [] } = {}) {
    const budget = new SourceMapBudget()
    return [...this.#scripts].map(([scriptId, { url, source, script }]) => {
      const lines = linesOf(source)
      return {
        scriptId,
        url,
        startLine: 0,
        startColumn: 0,
        endLine: lines.length - 1,
        endColumn: lines[lines.length - 1].length,
        executionContextId: 1,
        executionContextAuxData: { isDefault: true },
        hash: '',
        isLiveEdit: false,
        sourceMapURL:
          script === undefined
            ? ''
            : sourceMapURL(script, budget, { withNames, places: places.filter(each => each.scriptId === scriptId) }),
        hasSourceURL: false,
        // DevTools parses the code as what this says, and finds no original names if it can't.
        isModule: this.#modules.has(scriptId),
        length: source.length,
        scriptLanguage: 'JavaScript'
      }
    })
  }
}

/** @param {string} url */
function withoutSource (url) {
  return { url, source: '// The source is not in the dump.\n' }
}

/** @param {string} url */
function urlOf (url) {
  return withoutOtherHost(fileUrl(url))
}

/**
 * The source map as a data: URL. A front end would load any other URL, and the URL comes from the dump.
 * @param {ScriptRecord} script
 * @param {SourceMapBudget} budget
 * @param {import('./local-source-map').Options} options
 */
function sourceMapURL (script, budget, options) {
  if (budget.isSpent) return ''
  try {
    const found = sourceMapOf(script)
    const map = found === undefined ? null : budget.parse(found)
    return found === undefined || map === null
      ? ''
      : `data:application/json;base64,${Buffer.from(localSourceMap(map, found.url, options)).toString('base64')}`
  } catch {
    return '' // shown unmapped, as everywhere
  }
}

module.exports = { Scripts, urlOf }
