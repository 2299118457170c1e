'use strict'
// Explains a failed file operation (ENOENT, EACCES, EISDIR and others): names the file, and the variable that holds its
// name.

const path = require('node:path')
const { callAt, calleeName } = require('../calls')
const { errorText } = require('../error-properties')
const { holderOf } = require('../holders')
const { applicationScene } = require('../scene')
const { plain, quote } = require('../../text/terminal-text')

/** @type {Record<string, string>} */
const WORDS = {
  ENOENT: 'does not exist',
  EACCES: 'may not be accessed by this user',
  EPERM: 'may not be changed by this user',
  EISDIR: 'is a directory',
  ENOTDIR: 'has something on its path that is not a directory',
  EEXIST: 'exists already',
  ENOTEMPTY: 'is not empty'
}

/** System calls for files. With other calls, EACCES has another meaning. */
const CALLS = new Set([
  'open',
  'stat',
  'lstat',
  'access',
  'scandir',
  'opendir',
  'mkdir',
  'rmdir',
  'unlink',
  'rename',
  'copyfile',
  'readlink',
  'chdir',
  'chmod',
  'utime',
  'rm',
  'cp',
  'watch',
  'realpath',
  'statfs'
])

/** @type {import('../types').Rule} */
const fileSystem = {
  name: 'file-system',
  explain (dump) {
    const [code, syscall, file] = ['code', 'syscall', 'path'].map(name => errorText(dump, name))
    if (code === undefined || syscall === undefined || !Object.hasOwn(WORDS, code)) return undefined
    if (syscall.startsWith('spawn ')) {
      return code === 'ENOENT' && file !== undefined ? commandMissing(dump, file) : undefined
    }
    // rename and copyfile have two files, and the error does not say which one is at fault.
    if (!CALLS.has(syscall) || file === undefined || errorText(dump, 'dest') !== undefined) return undefined
    const cwd = typeof dump.process?.cwd === 'string' ? dump.process.cwd : undefined
    const isSame = (/** @type {string} */ text) =>
      text === file || (cwd !== undefined && text !== '' && path.resolve(cwd, text) === path.resolve(cwd, file))
    const holder = holderOf(dump, isSame)
    const where = path.isAbsolute(file) || cwd === undefined ? '' : `, looked for in ${plain(cwd)},`
    const what = code === 'ENOENT' && makesFile(dump, syscall) ? 'the directory of' : 'the file'
    return (
      `${what} ${quote(file)}${where} ${WORDS[code]}` +
      (holder === undefined ? '' : `; its name comes from ${holder.code} (${holder.place})`)
    )
  }
}

/**
 * True if the call creates the file. Such a file need not exist, but its directory must.
 * @param {import('../../reader').Dump} dump
 * @param {string} syscall
 */
function makesFile (dump, syscall) {
  if (syscall === 'mkdir') return true
  const scene = syscall === 'open' ? applicationScene(dump) : null
  const call = scene === null ? undefined : callAt(scene)
  return call !== undefined && /^(?:write|append)File(?:Sync)?$|^createWriteStream$/.test(calleeName(call) ?? '')
}

/**
 * @param {import('../../reader').Dump} dump
 * @param {string} file
 */
function commandMissing ({ process }, file) {
  const directory = 'the working directory that was asked for does not exist'
  if (!file.includes('/')) return `there is no command ${quote(file)} on the PATH, or ${directory}`
  if (file === process?.execPath) return `${directory}, or ${quote(file)}, which this process runs, was removed`
  return `there is no file ${quote(file)}, or no interpreter that it names, or ${directory}`
}

module.exports = { fileSystem }
