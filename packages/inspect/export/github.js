'use strict'
// Exports a crash as a workflow command, which GitHub shows at the line in the pull request:
// https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions#setting-an-error-message

const path = require('node:path')
const { isWithin } = require('crash-collector-shared/path-within')
const { plain, plainLines } = require('../text/terminal-text')
const { exportedCrash } = require('./exported-crash')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('../source/source-map').SourceMaps} SourceMaps */

/**
 * @param {Dump} dump
 * @param {SourceMaps} sourceMaps
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string}
 */
function githubAnnotation (dump, sourceMaps, env = process.env) {
  const { type, message, diagnosis, causes, main, frames } = exportedCrash(dump, sourceMaps)
  const placesOf = (/** @type {import('./frames').PlainFrame[]} */ all) =>
    all
      .filter(frame => frame.isApplication)
      .map(({ functionName, file, line }) => `    at ${plain(functionName) || '(anonymous)'} (${file}:${line})`)
  const caused = causes.flatMap(cause =>
    [plainLines(`caused by ${cause.type}: ${cause.message}`), placesOf(cause.frames)].flat()
  )
  // The text is also shown on terminals, so terminal escapes are taken out.
  const text = [diagnosis ?? [], plainLines(`${type}: ${message}`), placesOf(frames), caused].flat().join('\n')
  const properties = [`title=${escapeProperty(titleOf(dump, type))}`]
  if (main !== undefined) {
    properties.push(
      `file=${escapeProperty(repositoryPath(main, env.GITHUB_WORKSPACE))}`,
      `line=${main.line}`,
      `col=${main.column}`
    )
  }
  return `::error ${properties.join(',')}::${escapeData(text)}\n`
}

/**
 * @param {Dump} dump
 * @param {string} type of the error
 */
function titleOf ({ exception, header: { test, trigger } }, type) {
  if (exception === null && (trigger === 'api' || trigger === 'request')) return 'Dump on request'
  return test?.name === undefined ? plain(type) : `${plain(test.name)}: ${plain(type)}`
}

/**
 * The path of a frame's file in the repository, by which GitHub knows it. The workspace is the repository's checkout.
 * @param {import('./frames').PlainFrame} frame
 * @param {string|undefined} workspace
 */
function repositoryPath ({ file, path: absolute }, workspace) {
  if (workspace === undefined || !path.isAbsolute(absolute) || !isWithin(workspace, absolute)) return file
  return path.relative(workspace, absolute).split(path.sep).join('/')
}

/** @param {string} text */
function escapeData (text) {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

/** @param {string} text */
function escapeProperty (text) {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

module.exports = { githubAnnotation }
