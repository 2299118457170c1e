'use strict'
// Makes the directory of dumps when a dump needs it. A directory beside code is hidden from git and npm, and is not
// used while a watcher would start the program again because of what is written there.

const { createDirectory } = require('../../../packages/shared/dump/store')
const { atStart, closeSync, dirname, existsSync, openSync, readFileSync, sep, writeSync } =
  require('../../safe/node-builtins')
const { Error, RegExpExec } = require('../../safe/primordials')
const { makeUserDirectory, ownPlaces } = require('./user-directories')

/** It tells the folder of a package. */
const MANIFEST = 'package.json'

/** Git and npm leave out what such a file names. */
const IGNORE = '.gitignore'

/** How many processes above this one are looked at: a watcher may start it by a shell. */
const MAX_ANCESTORS = 3

/** A command that starts its program again when a file changes, as /proc shows it. */
const WATCHER = /(?:^|[/\0])(?:nodemon|node-dev|ts-node-dev|tsnd)(?:\.js)?\0|\0(?:--watch(?:-path)?(?:=|\0)|watch\0)/

/**
 * @param {Pick<import('../../../packages/shared/config').Config, 'dir' | 'isProjectDir'>} config
 * @throws {Error} if dumps can't or should not be written there
 */
function prepareDirectory ({ dir, isProjectDir }) {
  if (isProjectDir) {
    makeProjectDirectory(dir)
    return
  }
  const isBesideCode = isInProject(dir)
  if (isBesideCode && isWatched()) throw new Error('a watcher would start the program again')
  createDirectory(dir)
  if (isBesideCode) ignoreAll(dir)
}

/**
 * The directory of the user may be in one to which all users may write, so it is looked at, too.
 * @param {string} directory
 */
function makeProjectDirectory (directory) {
  const places = ownPlaces()
  for (let i = 0; i < places.length; i++) {
    if (places[i].directory === dirname(directory)) makeUserDirectory(places[i])
  }
  makeUserDirectory({ directory, shared: existsSync(dirname(directory)) })
}

/**
 * @param {string} directory
 * @returns {boolean} true if it is in the folder of a package
 */
function isInProject (directory) {
  for (let above = dirname(directory); ; above = dirname(above)) {
    if (existsSync(above + sep + MANIFEST)) return true
    if (above === dirname(above)) return false
  }
}

/** @returns {boolean} true if a watcher has started this program, as far as the system tells */
function isWatched () {
  let pid = atStart.ppid
  for (let i = 0; i < MAX_ANCESTORS && pid > 1; i++) {
    try {
      if (RegExpExec(WATCHER, readFileSync(`/proc/${pid}/cmdline`, 'latin1')) !== null) return true
      // The name in parentheses may hold anything.
      const parent = RegExpExec(/^.*\) \S (\d+) /s, readFileSync(`/proc/${pid}/stat`, 'latin1'))
      if (parent === null) return false
      pid = +parent[1]
    } catch {
      return false // it has ended, or this is no Linux
    }
  }
  return false
}

/** @param {string} directory */
function ignoreAll (directory) {
  const file = directory + sep + IGNORE
  if (existsSync(file)) return
  try {
    const descriptor = openSync(file, 'wx', 0o600)
    try {
      writeSync(descriptor, '*\n')
    } finally {
      closeSync(descriptor)
    }
  } catch {} // another process has made it, or the directory takes no file
}

module.exports = { prepareDirectory }
