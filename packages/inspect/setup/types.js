'use strict'
// Types of what the doctor finds.

/**
 * @typedef {object} Finding
 * @property {'ok' | 'note' | 'fails'} state note: it works as it is, and there is something to know
 * @property {string} text
 * @property {string} [remedy] what to do
 *
 * @typedef {{ name: string } & Finding} NamedFinding name: of the check
 *
 * One question that the doctor asks, of this process or of a child.
 * @typedef {() => Finding[] | Promise<Finding[]>} Check
 */

module.exports = {}
