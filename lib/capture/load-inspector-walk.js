'use strict'
// The walk over the inspector, which only a collector without the addon needs. Kept here once it is loaded: at the end of the start the collector's files
// are taken off Node.js's list of what is loaded, and to load one anew in the dying process could run code of the application.

/** @type {typeof import('./inspector-walk') | undefined} */
let loaded

function loadInspectorWalk () {
  loaded ??= require('./inspector-walk')
  return loaded
}

module.exports = { loadInspectorWalk }
