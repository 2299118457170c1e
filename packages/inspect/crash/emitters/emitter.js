'use strict'
// Finds who emitted an 'error' that nothing listened to, and what that was piped into. If Node.js made the error by
// itself, no frame tells it.

const { addressOf, optionsOf, textIn } = require('../../values/summaries/client-address')
const { classNameOf } = require('../../values/describe-value')
const { Fields } = require('../../values/summaries/fields')
const { isIndex } = require('../../values/member-text')
const { cut, plain, quote } = require('../../text/terminal-text')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

const NAMES = ['name', 'clientName', 'connectionName', 'queueName']
const FILES = new Set(['ReadStream', 'WriteStream'])
const MAX_TEXT = 80
/** How many streams are followed that are piped into each other. */
const MAX_PIPES = 8

/**
 * Before emit() throws an error that was made earlier, it puts a function on it that is bound to the emitter
 * (test/workarounds/emitter-of-error.js, Node.js 20 to 26).
 * @param {Dump} dump
 * @returns {Value|undefined}
 */
function emitterOf (dump) {
  const record = recordOf(dump, dump.exception?.value)
  const bound = record?.properties.find(({ name }) => name === 'Symbol(kEnhanceStackBeforeInspector)')?.value
  return recordOf(dump, bound)?.internalProperties?.find(({ name }) => name === '[[BoundThis]]')?.value
}

/**
 * @param {Dump} dump
 * @param {Value} emitter
 * @returns {Value[]} the streams into which it was piped, and those into which these were, in this order
 */
function pipedInto (dump, emitter) {
  const found = [emitter]
  for (let i = 0; i < found.length && found.length <= MAX_PIPES; i++) {
    const record = recordOf(dump, found[i])
    const pipes = record && new Fields(record, dump).object('_readableState')?.object('pipes')?.record
    for (const { name, value } of pipes?.properties ?? []) {
      if (!isIndex(name) || value?.objectId === undefined) continue
      if (!found.some(({ objectId }) => objectId === value.objectId)) found.push(value)
    }
  }
  return found.slice(1)
}

/**
 * @param {Dump} dump
 * @param {Value} emitter
 * @returns {string} class, name, and address, file or command; '' if not even the class is known
 */
function emitterText (dump, emitter) {
  const record = recordOf(dump, emitter)
  const className = plain(record === undefined ? (emitter.className ?? '') : classNameOf(record))
  if (record === undefined) return className
  const fields = new Fields(record, dump)
  const name = textIn(optionsOf(fields), NAMES)
  const of = fileOf(fields) ?? commandOf(fields) ?? addressOf(emitter, dump)
  return [
    className,
    ...(name === undefined ? [] : [quote(cut(name, MAX_TEXT))]),
    ...(of === undefined ? [] : [`of ${of}`])
  ].join(' ')
}

/** @param {Fields} stream @returns {string|undefined} path of the file that it reads or writes */
function fileOf (stream) {
  const path = FILES.has(stream.className) ? stream.string('path') : undefined
  return path === undefined ? undefined : plain(cut(path, MAX_TEXT))
}

/** @param {Fields} child @returns {string|undefined} the command of a child process */
function commandOf (child) {
  const list = child.object('spawnargs')
  const file = child.string('spawnfile')
  if (file === undefined || list === undefined) return undefined
  const words = list.record.properties.filter(({ name }) => isIndex(name) && name !== '0')
    .map(({ name }) => list.string(name) ?? '…')
  const isCut = list.record.notCaptured !== undefined
  const text = [file, ...words, ...(isCut ? ['…'] : [])].map(each => (/[\s"]/.test(each) ? JSON.stringify(each) : each))
  return `\`${plain(cut(text.join(' '), MAX_TEXT))}\``
}

/**
 * @param {Dump} dump
 * @param {boolean} isTold the diagnosis has named the emitter
 * @returns {string} who emitted the error, and what it was piped into; '' if that is not known or was told
 */
function emittedText (dump, isTold) {
  const emitter = emitterOf(dump)
  const who = emitter === undefined || isTold ? '' : emitterText(dump, emitter)
  const into = (emitter === undefined ? [] : pipedInto(dump, emitter)).map(each => emitterText(dump, each))
  return [
    ...(who === '' ? [] : [`emitted by ${who}`]),
    ...into.filter(Boolean).map(each => `piped into ${each}`)
  ].join(', ')
}

/**
 * @param {Dump} dump
 * @param {Value|undefined} value
 */
function recordOf (dump, value) {
  return value?.objectId === undefined ? undefined : dump.object(value.objectId)
}

module.exports = { emittedText, emitterOf, emitterText, pipedInto }
