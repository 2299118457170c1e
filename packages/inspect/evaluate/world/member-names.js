'use strict'
// Gives the properties of objects that the process tells the names that the dump's viewers have restored. The process
// names properties as the code that ran does, and private fields as the original source does. It has no values of
// private fields whose name several classes use.

/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
/** @typedef {{ name: string, generatedName?: string, symbol?: unknown }} Member */

/**
 * Changes the names in place.
 * @param {ObjectRecord} record as the process tells it
 * @param {ObjectRecord|undefined} known the same object in the dump
 */
function restoreMemberNames (record, known) {
  rename(record.properties, known?.properties, each => each.generatedName)
  rename(record.privateProperties, known?.privateProperties, each => each.name)
  const before = known?.privateProperties ?? []
  record.privateProperties = record.privateProperties?.flatMap(member => {
    const same = before.filter(each => each.name === member.name)
    return same.length > 1 && member.value === undefined ? same : [member]
  })
}

/**
 * @param {Member[]} members
 * @param {Member[]} known
 * @param {(known: Member) => string|undefined} nameOf the name by which the process tells a member
 */
function rename (members = [], known = [], nameOf) {
  const renamed = new Map(known.flatMap(each => (each.generatedName === undefined ? [] : [[nameOf(each), each]])))
  for (const member of renamed.size === 0 ? [] : members) {
    const before = member.symbol === undefined ? renamed.get(member.name) : undefined
    if (before !== undefined) Object.assign(member, { name: before.name, generatedName: before.generatedName })
  }
}

module.exports = { restoreMemberNames }
