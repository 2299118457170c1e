'use strict'
// What a session hands to the domains, and what they are made of.

/** @typedef {Record<string, unknown>} Params */
/** @typedef {(params: Params, afterAnswer: (action: () => void) => void) => object|Promise<object>} Method */

/**
 * What the domains share.
 * @typedef {object} Replay
 * @property {import('../../../dump/reader').Dump} dump
 * @property {import('../../../dump/format').AsyncTaskRecord|null} task where it is paused; null at the throw
 * @property {import('../handles').Handles} handles
 * @property {import('../scripts').Scripts} scripts
 * @property {import('../evaluations').Evaluations} evaluations
 * @property {(method: string, params: object) => void} emit
 * @property {(method: string, params: object) => Promise<void>} deliver resolves when there is room for more
 * @property {(type: string, text: string) => void} say a line on the front end's console
 */

module.exports = {}
