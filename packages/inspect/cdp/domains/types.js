'use strict'
// Types that the domains share with the session.

/** @typedef {Record<string, unknown>} Params */
/** @typedef {(params: Params, afterAnswer: (action: () => void) => void) => object|Promise<object>} Method */

/**
 * The state of one session that every domain gets.
 * @typedef {object} Replay
 * @property {import('../../reader').Dump} dump
 * @property {import('crash-collector-shared/dump/format').AsyncTaskRecord|null} task the suspended function that is
 *   shown; null: the throw is shown
 * @property {import('../handles').Handles} handles
 * @property {import('../scripts').Scripts} scripts
 * @property {import('../evaluations').Evaluations} evaluations
 * @property {(method: string, params: object) => void} emit
 * @property {(method: string, params: object) => Promise<void>} deliver resolves when there is room for more
 * @property {(type: string, text: string) => void} say a line on the front end's console
 */

module.exports = {}
