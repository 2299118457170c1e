'use strict'
// Takes all values out of records and leaves types, shapes, names and code.

const { isIdentifier, isIndex } = require('crash-collector-inspect/values/member-text')
const { REPLACEMENT } = require('./text-remover')
const { withoutValue } = require('./rule-handlers')

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').DumpRecord} DumpRecord */
/** @typedef {import('crash-collector-shared/dump/format').StackFrame} StackFrame */

/** Fields whose texts are code, or names in code. */
const OF_CODE = new Set(
  (
    'functionName url source sourceMap sourceMapURL className path name detail what file through description ' +
    'method route framework settings packages notExecuted'
  ).split(' ')
)

/** Facts about the machine and Node.js, and not about what the process worked on. */
const FACTS = new Set(
  (
    'uptimeMs versions platform arch osRelease cpus totalMemoryBytes freeMemoryBytes loadAverage container ' +
    'memoryUsage resourceUsage heap eventLoop activeResources openFiles packages git errorHooks cwd execPath'
  ).split(' ')
)

const LONGEST_NAME = 40

/**
 * @param {(what: string) => void} count
 * @returns {import('./walk-record').Handlers}
 */
function structureHandlers (count) {
  let keys = 0
  /** @type {(value: Value) => Value} */
  const valueOf = value => {
    if (value.type === 'undefined' || value.subtype === 'null' || value.intrinsic !== undefined) return value
    if (value.type === 'symbol') {
      const { registryKey, ...rest } = value
      return { ...rest, description: 'Symbol()' }
    }
    if (value.objectId !== undefined) {
      const { description, ...rest } = value
      return rest
    }
    count('values')
    const length = value.length ?? (typeof value.value === 'string' ? value.value.length : undefined)
    return { ...withoutValue(value), ...(value.type === 'string' && length !== undefined && { length }) }
  }
  return {
    value: valueOf,
    take: valueOf,
    isNamed: () => false,
    memberName: name => {
      const plain = name.replace(/^#/, '')
      const isName = isIndex(name) || name.startsWith('[[') || (isIdentifier(plain) && name.length <= LONGEST_NAME)
      if (isName) return name
      count('keys')
      return `[key ${++keys}]`
    },
    text: (text, key) => (OF_CODE.has(key) || key === '' ? text : REPLACEMENT),
    bytes: () => ({ base64: '' })
  }
}

/**
 * @param {DumpRecord} record
 * @returns {DumpRecord|null} without what has values in a form of its own; null if nothing is left of the record
 */
function structureOf (record) {
  switch (record.kind) {
    case 'header':
      return { ...record, ...(record.request && { request: { ...record.request, url: REPLACEMENT } }) }
    case 'exception':
    case 'cause':
      return {
        ...record,
        ...(record.message !== undefined && { message: REPLACEMENT }),
        description: [
          record.message === undefined ? REPLACEMENT : `${record.className ?? 'Error'}: ${REPLACEMENT}`,
          ...(record.stack ?? []).map(stackLine)
        ].join('\n')
      }
    case 'object': {
      const { description, regexp, ...rest } = record
      return { ...rest, ...(regexp && { regexp: { source: '(?:)', flags: regexp.flags } }) }
    }
    case 'objectDetails': {
      const { atReport, ...rest } = record
      return rest
    }
    case 'process': {
      const facts = Object.entries(record).filter(([name]) => FACTS.has(name))
      const { asyncStores, annotations } = record
      return {
        kind: 'process',
        ...(annotations !== undefined && { annotations }),
        ...(asyncStores !== undefined && { asyncStores }),
        ...Object.fromEntries(facts)
      }
    }
    case 'executionPath':
      return {
        ...record,
        name: REPLACEMENT,
        contextChanges: record.contextChanges.map(change => ({ ...change, other: null }))
      }
    case 'end':
      return { ...record, captureErrors: record.captureErrors.map(() => REPLACEMENT) }
    default:
      return record
  }
}

/** @param {StackFrame} frame */
function stackLine ({ functionName, url, lineNumber, columnNumber }) {
  const place = `${url}:${lineNumber + 1}:${columnNumber + 1}`
  return `    at ${functionName === '' ? place : `${functionName} (${place})`}`
}

module.exports = { structureHandlers, structureOf }
