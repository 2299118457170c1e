'use strict'
// Makes dumps of a shop whose orders fail, for tests of many dumps: each with its own customer, host and release.

const path = require('node:path')
const { callFrame, makeDump, num, object, ref, str, undef, vars } = require('./make-dump')

/** @typedef {import('../../packages/shared/dump/format').DumpRecord} DumpRecord */
/** @typedef {import('../../packages/shared/dump/format').Value} Value */

/**
 * @typedef {object} Crash
 * @property {string} [time] ISO 8601
 * @property {string} [host]
 * @property {string} [release]
 * @property {number} [customer]
 * @property {Value} [coupon]
 * @property {string} [message]
 * @property {string} [service]
 */

/** @param {Crash} crash @returns {DumpRecord[]} */
function shopRecords (crash) {
  const { host = 'a', release = '1', service = 'shop', customer = 42, coupon = undef, message = 'no rate' } = crash
  const order = ref('1')
  return [
    {
      kind: 'exception',
      value: ref('9', 'TypeError', 'error'),
      className: 'TypeError',
      message,
      description: `TypeError: ${message}\n    at priceOf (/app/shop.js:12:3)`
    },
    callFrame(vars({ coupon, order }), { functionName: 'priceOf', url: 'file:///app/shop.js', lineNumber: 11 }),
    callFrame(vars({ order }), { index: 1, functionName: 'checkout', url: 'file:///app/shop.js', lineNumber: 20 }),
    object('1', { id: num(7), customer: ref('2', 'Customer'), lines: ref('3', 'Array', 'array') }),
    object('2', { id: num(customer), since: ref('4', 'Date', 'date'), vip: { type: 'boolean', value: true } }),
    object('3', { 0: str('tea'), 1: str('cup') }, { subtype: 'array', className: 'Array', length: 2 }),
    object('4', {}, {
      subtype: 'date',
      className: 'Date',
      internalProperties: [{ name: '[[DateValue]]', value: num(1e12) }]
    }),
    object('9', { message: str(message), code: str('E_RATE') }, { subtype: 'error', className: 'TypeError' }),
    object('10', { service: str(service), release: str(release) }),
    {
      kind: 'process',
      annotations: ref('10'),
      hostname: host,
      argv: ['/usr/bin/node', '/app/shop.js'],
      cwd: '/app',
      uptimeMs: 1234.5,
      memoryUsage: { rss: 5e7 }
    },
    {
      kind: 'asyncTask',
      taskId: 'task:1',
      taskType: 'asyncFunction',
      functionName: 'poll',
      url: 'file:///app/poll.js',
      scriptId: '2',
      lineNumber: 4,
      columnNumber: 2,
      scopeChain: [],
      awaits: [{ type: 'timer', description: 'timer of 5000 ms' }]
    }
  ]
}

let pid = 1000

/**
 * @param {string} directory
 * @param {Crash} [crash]
 * @param {Parameters<typeof makeDump>[2]} [options]
 * @returns {string} path of the dump
 */
function shopDump (directory, crash = {}, options = {}) {
  const { time = '2026-03-01T10:00:00.000Z' } = crash
  const stamp = time.slice(0, 19).replace(/[-:]/g, '').replace('T', '.')
  const file = path.join(directory, `crash.${stamp}.${pid++}.0.1.ccdump`)
  const header = { time, trigger: 'uncaughtException', ...options.header }
  return makeDump(file, shopRecords(crash), { ...options, header })
}

module.exports = { shopDump, shopRecords }
