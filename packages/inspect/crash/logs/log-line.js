'use strict'
// Reads a line of a log that is one JSON object, as pino, bunyan and winston write it.

/**
 * @typedef {object} LogLine
 * @property {string} time hours to milliseconds, UTC; '' if the line tells none
 * @property {number} [writtenAt] the same in milliseconds since 1970, if the line tells the time zone
 * @property {string} level '' if the line tells none
 * @property {string} message
 * @property {[name: string, text: string][]} fields the rest
 * @property {string[]} texts all texts and numbers in the line, by which it can be found
 */

/** The numbers of pino and bunyan. @type {Record<string, string>} */
const LEVELS = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' }
const TIMES = ['time', 'timestamp', '@timestamp', 'ts']
const MESSAGES = ['msg', 'message']
/** What is the same in every line of a process, and stands elsewhere in the dump. */
const USUAL = new Set([...TIMES, ...MESSAGES, 'level', 'severity', 'pid', 'hostname', 'name', 'v'])
/** The end of a time that tells its zone. */
const WITH_ZONE = /\d(?:Z|[+-]\d\d:?\d\d)$/
const MAX_DEPTH = 3
const MAX_LINE = 100_000

/**
 * @param {string} line
 * @returns {LogLine | undefined} undefined for any other line
 */
function readLogLine (line) {
  if (!/^\s*\{.*\}\s*$/s.test(line) || line.length > MAX_LINE) return undefined
  /** @type {Record<string, unknown>} */
  let record
  try {
    record = JSON.parse(line)
  } catch {
    return undefined // it only looks like JSON, or was cut
  }
  const message = MESSAGES.map(name => record[name]).find(each => typeof each === 'string')
  if (typeof message !== 'string') return undefined
  const level = record.level ?? record.severity
  const date = dateOf(TIMES.map(name => record[name]).find(each => each !== undefined))
  return {
    ...date,
    level: typeof level === 'number' ? (LEVELS[level] ?? String(level)) : typeof level === 'string' ? level : '',
    message,
    fields: Object.entries(record).flatMap(([name, value]) => (USUAL.has(name) ? [] : fieldOf(name, value))),
    texts: textsIn(record, MAX_DEPTH)
  }
}

/**
 * @param {unknown} time ISO 8601, or a number of seconds or milliseconds
 * @returns {Pick<LogLine, 'time' | 'writtenAt'>}
 */
function dateOf (time) {
  const known = typeof time === 'number' && time < 1e11 ? time * 1000 : time
  const date = typeof known === 'number' || typeof known === 'string' ? new Date(known) : undefined
  if (date === undefined || Number.isNaN(date.getTime())) return { time: '' }
  const isKnown = typeof known === 'number' || WITH_ZONE.test(String(known))
  return { time: date.toISOString().slice(11, 23), ...(isKnown && { writtenAt: date.getTime() }) }
}

/**
 * @param {string} name
 * @param {unknown} value
 * @returns {[name: string, text: string][]}
 */
function fieldOf (name, value) {
  if (value === undefined) return []
  if (typeof value === 'string' && /^[^\s"]+$/.test(value)) return [[name, value]]
  if (typeof value !== 'object' || value === null) return [[name, JSON.stringify(value)]]
  // The stack of an error is in the dump, and takes a screen.
  const { type, name: ownName, message, stack } = /** @type {Record<string, unknown>} */ (value)
  return typeof message === 'string' && typeof stack === 'string'
    ? [[name, `${String(type ?? ownName ?? 'Error')}: ${message}`]]
    : [[name, JSON.stringify(value)]]
}

/**
 * @param {unknown} value
 * @param {number} depth
 * @returns {string[]}
 */
function textsIn (value, depth) {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  if (typeof value !== 'object' || value === null || depth === 0) return []
  return Object.values(value).flatMap(each => textsIn(each, depth - 1))
}

module.exports = { WITH_ZONE, readLogLine }
