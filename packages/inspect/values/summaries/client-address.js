'use strict'
// Finds where the client of a server, such as a pool of connections, is connected to.

const { Fields } = require('./fields')
const { cut, plain } = require('../../text/terminal-text')

/** @typedef {import('../../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */

/** Properties in which clients keep their options. */
const OPTIONS =
  ['options', '_options', '#options', 'opts', 'config', 'connectionParameters', 'connectionConfig', 'socket']
const ADDRESSES = ['url', '_url', 'href', 'uri', 'connectionString']
const HOSTS = ['host', 'hostname', 'address']
const DATABASES = ['database', 'dbName']
const MAX_TEXT = 80

/**
 * @param {Fields} client
 * @returns {Fields[]} the client and its options
 */
function optionsOf (client) {
  const options = OPTIONS.flatMap(name => client.object(name) ?? [])
  return [client, ...options, ...options.flatMap(each => OPTIONS.flatMap(name => each.object(name) ?? []))]
}

/**
 * @param {Fields[]} holders
 * @param {string[]} names
 * @returns {string|undefined} the first text that is not empty
 */
function textIn (holders, names) {
  return holders.flatMap(fields => names.flatMap(name => fields.string(name) ?? [])).find(each => each !== '')
}

/**
 * @param {Value} value
 * @param {Dump} dump
 * @returns {string|undefined} an address, or host, port and database; undefined if the object does not have them
 */
function addressOf (value, dump) {
  const record = value.objectId === undefined ? undefined : dump.object(value.objectId)
  if (record === undefined) return undefined
  const holders = optionsOf(new Fields(record, dump))
  const address = textIn(holders, ADDRESSES) ?? peerOf(holders)
  return address === undefined ? undefined : plain(cut(address, MAX_TEXT))
}

/**
 * @param {Fields[]} holders
 * @returns {string|undefined} host and port, and the database if it has one
 */
function peerOf (holders) {
  for (const fields of holders) {
    const host = textIn([fields], HOSTS)
    const port = fields.number('port') ?? fields.string('port')
    if (host === undefined || port === undefined) continue
    const database = textIn(holders, DATABASES)
    return `${host}:${port}${database === undefined ? '' : `/${database}`}`
  }
  return undefined
}

module.exports = { addressOf, optionsOf, textIn }
