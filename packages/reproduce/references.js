'use strict'
// Finds expressions by which a test reaches functions and classes: of the excerpt, or by the exports of their modules.

const path = require('node:path')
const { NotPossible, pathOfFunction } = require('./callee')
const { relativeModule } = require('./imports')
const { exportedAs, isEsModule, isFunctionOrClass, memberExportedAs } = require('./module-exports')
const { isEntry, localFile, localText } = require('./local-files')
const { isOfApplication } = require('./values/origin')
const { LineTable } = require('crash-collector-inspect/source/lines')
const { memberText } = require('crash-collector-inspect/values/member-text')
const { scriptTree } = require('crash-collector-inspect/source/script-trees')
const { child, parseProgram, pathTo } = require('crash-collector-inspect/source/syntax')

/** @typedef {import('crash-collector-inspect/source/syntax').AnyNode} AnyNode */
/** @typedef {import('crash-collector-inspect/reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('./callee').Callee} Callee */

class References {
  #dump
  #callee
  #excerpt
  #names
  #file
  #directory
  /** Modules that the test imports, by file. @type {Map<string, string>} */ #imported = new Map()
  /** @type {Map<string, boolean>} */ #isEsm = new Map()
  /** @type {Map<string, { source: string, program: AnyNode }|null>} */ #texts = new Map()

  /**
   * @param {Dump} dump
   * @param {Callee} callee
   * @param {object} options
   * @param {import('./excerpt').Excerpt|null} options.excerpt
   * @param {import('./values/names').Names} options.names
   * @param {string|null} options.file of the script on this machine
   * @param {string} options.directory of the test
   */
  constructor (dump, callee, { excerpt, names, file, directory }) {
    this.#dump = dump
    this.#callee = callee
    this.#excerpt = excerpt
    this.#names = names
    this.#file = file
    this.#directory = directory
  }

  /**
   * @returns {import('./excerpt').Call|null} null if the module does not export the function
   */
  exportedCall () {
    const { program, node, member, holderPath, name, path: way } = this.#callee
    if (member?.type === 'PropertyDefinition') return null
    if (member !== null && (name === '' || child(member, 'key')?.type === 'PrivateIdentifier')) return null
    const isProperty = member?.type === 'Property'
    const exported = exportedAs(program, isProperty ? way[way.length - 3] : (holderPath.at(-1) ?? node))
    if (exported === undefined) return member === null ? exportedMember(program, node) : null
    if (member === null) return { kind: 'function', name: exported }
    if (member.kind === 'constructor') return { kind: 'new', name: exported }
    if (isProperty && member.kind === 'init') return { kind: 'member', name: exported, member: name }
    const kind = member.kind === 'get' ? 'getter' : member.kind === 'set' ? 'setter' : 'method'
    return { kind, name: exported, member: name, isStatic: isProperty || member.static === true }
  }

  /** @returns {string} the variable of the test that holds the function's module */
  moduleName () {
    return this.#import(/** @type {string} */ (this.#file), isEsModule(this.#callee.program))
  }

  /** @returns {import('./types').Import[]} */
  imports () {
    return Array.from(this.#imported, ([file, name]) => ({
      name,
      from: relativeModule(this.#directory, file),
      isEsm: this.#isEsm.get(file) === true
    }))
  }

  /**
   * @param {string} file
   * @param {boolean} isEsm it is an ES module
   */
  #import (file, isEsm) {
    let name = this.#imported.get(file)
    if (name === undefined) {
      const words = path.basename(file).replace(/\.\w+$/, '').split(/[^\p{ID_Continue}$]+/u).filter(Boolean)
      const camel = words.map((word, i) => (i === 0 ? word : word[0].toUpperCase() + word.slice(1))).join('')
      name = this.#names.take(camel, 'exported')
      this.#imported.set(file, name)
      this.#isEsm.set(file, isEsm)
    }
    return name
  }

  /**
   * @param {ObjectRecord} record of a class, or of a function that is used as one
   * @returns {string|null}
   */
  classFor (record) {
    return this.#find(record, way => this.#excerpt?.addClass(way) ?? null)
  }

  /**
   * @param {ObjectRecord} record of a function
   * @param {string} wanted name for it
   * @returns {string|null}
   */
  functionFor (record, wanted) {
    return this.#find(record, way => this.#excerpt?.addValue(way, wanted) ?? null)
  }

  /**
   * @param {ObjectRecord} record
   * @param {(way: AnyNode[]) => string|null} add to the excerpt
   */
  #find (record, add) {
    const location = record.functionLocation
    if (location === undefined || !isOfApplication(this.#dump, record)) return null
    const isOwn = location.scriptId === this.#callee.frame.scriptId
    const text = isOwn ? this.#callee : this.#textOf(location)
    if (text === null) return null
    const way = pathOfClass(text.source, text.program, location) ?? pathOfFunction(text.source, text.program, location)
    if (way === null) return null
    if (isOwn && this.#excerpt !== null) {
      try {
        const name = add(way)
        return name === null ? null : `code.${name}`
      } catch (error) {
        if (!(error instanceof NotPossible)) throw error
        return null
      }
    }
    const url = this.#urlOf(location)
    const file = localFile(this.#dump, url)
    const exported = exportedPath(text.program, way[way.length - 1])
    if (file === null || exported === undefined || (!isOwn && isEntry(this.#dump, url))) return null
    return exported.reduce((code, each) => code + memberText(each, code), this.#import(file, isEsModule(text.program)))
  }

  /** @param {{ scriptId?: string, url?: string }} location */
  #urlOf ({ scriptId, url }) {
    return (scriptId === undefined ? undefined : this.#dump.script(scriptId)?.url) ?? url ?? ''
  }

  /** @param {{ scriptId?: string, url?: string }} location */
  #textOf (location) {
    const url = this.#urlOf(location)
    let text = this.#texts.get(url)
    if (text === undefined) {
      const { scriptId = '' } = location
      const source = this.#dump.script(scriptId)?.source ?? localText(this.#dump, url)
      const program = source === undefined ? null : (scriptTree(this.#dump, scriptId) ?? parseProgram(source))
      text = source === undefined || program === null ? null : { source, program }
      this.#texts.set(url, text)
    }
    return text
  }
}

/**
 * @param {AnyNode} program
 * @param {AnyNode} node
 * @returns {import('./excerpt').Call|null}
 */
function exportedMember (program, node) {
  const found = memberExportedAs(program, node)
  if (found === undefined) return null
  const { name, member, ofPrototype } = found
  return { kind: ofPrototype ? 'method' : 'member', name, member }
}

/**
 * @param {AnyNode} program
 * @param {AnyNode} node a function or class
 * @returns {string[]|undefined} the members that lead from the module to it
 */
function exportedPath (program, node) {
  const exported = exportedAs(program, node)
  if (exported !== undefined) return [exported].filter(Boolean)
  const found = memberExportedAs(program, node)
  return found && [found.name, ...(found.ofPrototype ? ['prototype'] : []), found.member].filter(Boolean)
}

/**
 * The class whose constructor V8 reports to stand at a place: where its parameters begin, or, for a class without a
 * constructor, where the class begins.
 * @param {string} source
 * @param {AnyNode} program
 * @param {{ lineNumber: number, columnNumber: number }} location
 * @returns {AnyNode[]|null}
 */
function pathOfClass (source, program, location) {
  const offset = new LineTable(source).offsetOf(location)
  if (offset === -1) return null
  const way = pathTo(program, offset)
  const index = way.findLastIndex(node => isFunctionOrClass(node) && /^Class/.test(node.type))
  if (index === -1) return null
  const inner = way.slice(index + 1).find(node => node.type === 'MethodDefinition')
  return inner === undefined || inner.kind === 'constructor' ? way.slice(0, index + 1) : null
}

module.exports = { References }
