'use strict'

const readline = require('node:readline/promises')
const { CONFIG_FILE } = require('crash-collector-shared/config')
const { addTriggers, hasConfig, writeConfig } = require('../../setup/first-config')
const { withPreload } = require('../../setup/preload')
const { TRIGGER, errorsAnsweredBy, webFrameworks } = require('../../setup/web-frameworks')
const { jsonText, plain } = require('../../text/terminal-text')

/** @typedef {import('../../setup/web-frameworks').WebFrameworks} WebFrameworks */
/** @typedef {import('../types').Output} Output */

/** @type {import('../types').Command} */
const init = {
  usage: 'crash-collector init [--failed-requests] [--json]',
  summary: `Write ${CONFIG_FILE}: the settings that people change, with their defaults and reasons.`,
  flags: [
    [
      '--failed-requests',
      `turn on dumps of errors that a web framework answers with status 500 (trigger ${TRIGGER}), also in a file ` +
        'that exists already; on a terminal the command asks'
    ]
  ],
  options: { 'failed-requests': { type: 'boolean' } },
  maxArguments: 0,
  async run (_, { json, 'failed-requests': flag }, output) {
    const frameworks = webFrameworks()
    const wanted = flag === true || (await isWanted(frameworks, output))
    const triggers = wanted ? [TRIGGER] : []
    const isThere = hasConfig()
    if (isThere && wanted) addTriggers(triggers)
    else writeConfig(triggers)
    if (json === true) output.write(jsonText({ file: CONFIG_FILE, failedRequests: wanted || frameworks.isSeen }))
    else output.write([written(isThere), ...requests(frameworks, wanted), '', ...nextSteps()].join('\n'))
    return 0
  }
}

/**
 * @param {WebFrameworks} frameworks
 * @param {Output} output
 */
async function isWanted ({ names, isSeen }, output) {
  if (names.length === 0 || isSeen || !output.isTerminal || !process.stdin.isTTY) return false
  const terminal = readline.createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`Write dumps of ${errorsAnsweredBy(names)}, too? [Y/n] `)
  terminal.close()
  return /^\s*(?:y|yes)?\s*$/i.test(answer)
}

/** @param {boolean} wasThere */
function written (wasThere) {
  return wasThere
    ? `${CONFIG_FILE} has the trigger ${TRIGGER} now.`
    : `${CONFIG_FILE} has the usual settings, with their defaults.`
}

/**
 * @param {WebFrameworks} frameworks
 * @param {boolean} wanted
 * @returns {string[]}
 */
function requests ({ names, unannounced, isSeen }, wanted) {
  if (names.length === 0) return []
  const begin = (/** @type {string[]} */ those) => errorsAnsweredBy(those).replace('e', 'E')
  if (!wanted && !isSeen) {
    return [
      `${begin(names)} leave no dump;`,
      '`npx crash-collector init --failed-requests` changes that.'
    ]
  }
  const announced = names.filter(name => !unannounced.some(each => each.name === name))
  return [
    ...(announced.length === 0 ? [] : [`${begin(announced)} leave dumps.`]),
    ...unannounced.flatMap(({ name, setup }) => [`${begin([name])} leave dumps after a line of set-up:`, `  ${setup}`])
  ]
}

function nextSteps () {
  return [
    'To try it:            npx crash-collector run node server.js',
    `For the service:      NODE_OPTIONS=${plain(withPreload())}`,
    'To check it:          npx crash-collector doctor',
    ''
  ]
}

module.exports = { init }
