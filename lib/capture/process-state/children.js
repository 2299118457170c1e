'use strict'
// Finds the dumps that child processes of this one have left, and those of their children: in the index of this user's
// dumps (packages/shared/config/user-places.js), whose lines name the processes from which each descends.

const { processKey, processTree } = require('../../addon/process-tree')
const { INDEX, INDEX_BYTES } = require('../../../packages/shared/config/user-places')
const { dataProperty } = require('../../safe/data-property')
const { readFileSync, sep, statSync } = require('../../safe/node-builtins')
const { JSONParse, StringIndexOf, StringLastIndexOf, StringSlice } = require('../../safe/primordials')
const { ownPlaces } = require('../file/user-directories')

const MOST_CHILDREN = 20

/** @typedef {import('../../addon/native-functions').ThreadFunctions} ThreadFunctions */
/** @typedef {{ pid: number, dump: string, time: string }} DeadChild */

/**
 * @param {ThreadFunctions | null} native
 * @returns {DeadChild[] | undefined} newest first; undefined when there are none
 */
function readDeadChildren (native) {
  const { processes } = processTree(native)
  if (processes === undefined) return undefined
  const key = `"${processKey(processes[0])}"`
  /** @type {DeadChild[]} */
  const children = []
  const places = ownPlaces()
  for (let i = 0; i < places.length; i++) addChildren(readIndex(places[i].directory + sep + INDEX), key, children)
  return children.length === 0 ? undefined : children
}

/**
 * @param {string} text lines, oldest first
 * @param {string} key
 * @param {DeadChild[]} children is added to
 */
function addChildren (text, key, children) {
  let end = text.length
  while (end > 0 && children.length < MOST_CHILDREN) {
    const start = StringLastIndexOf(text, '\n', end - 1) + 1
    const line = StringSlice(text, start, end)
    end = start - 1
    if (StringIndexOf(line, key) === -1) continue
    try {
      const entry = JSONParse(line)
      const pid = dataProperty(entry, 'pid')
      const dump = dataProperty(entry, 'file')
      const time = dataProperty(entry, 'time')
      if (typeof pid === 'number' && typeof dump === 'string' && typeof time === 'string') {
        children[children.length] = { pid, dump, time }
      }
    } catch {} // the line is damaged
  }
}

/**
 * @param {string} file
 * @returns {string} '' when it can't be read
 */
function readIndex (file) {
  try {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    // The index has at most one line more than so many bytes; a larger file is none of ours.
    return size === 0 || size > 2 * INDEX_BYTES ? '' : readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

module.exports = { readDeadChildren }
