'use strict'
// Gives the properties of objects that the process tells the names that the dump's viewers have restored. The process
// names properties as the code that ran does, and private fields as the original source does.

/** @typedef {import('../../../dump/format').ObjectRecord} ObjectRecord */
/** @typedef {{ name: string, generatedName?: string, symbol?: unknown }} Member */

/**
 * Changes the names in place.
 * @param {ObjectRecord} record as the process tells it
 * @param {ObjectRecord|undefined} known the same object in the dump
 */
function restoreMemberNames ({ properties, privateProperties }, known) {
  rename(properties, known?.properties, each => each.generatedName)
  rename(privateProperties, known?.privateProperties, each => each.name)
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
