'use strict'
// Runs `crash-collector open` in a process of its own. Evaluation starts children, into which tap would put its loader.

const path = require('node:path')
const { runNode } = require('./run-node')

const CLI = path.resolve(__dirname, '../../bin/crash-collector.js')

/** @typedef {{ port: number, webSocketUrl: string, devtoolsUrl: string }} Replay */

/**
 * @param {string} file of the dump
 * @param {string[]} [flags]
 * @param {Record<string, string>} [env]
 * @returns {Promise<Replay & { close: () => Promise<void> }>}
 */
function openReplay (file, flags = [], env = {}) {
  return new Promise((resolve, reject) => {
    const run = runNode([CLI, 'open', file, '--json', ...flags], {
      cwd: path.dirname(file),
      env,
      timeoutMs: 0,
      onSpawn (child) {
        let text = ''
        const close = async () => {
          child.kill('SIGTERM')
          await run
        }
        child.stdout?.on('data', chunk => {
          text += chunk
          if (text.endsWith('}\n')) resolve({ ...JSON.parse(text), close })
        })
      }
    })
    run.then(({ stderr }) => reject(new Error(stderr)), reject)
  })
}

module.exports = { openReplay }
