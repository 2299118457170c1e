'use strict'
// Draws where the router-bound services spend their time, without and with the collector.

const fs = require('node:fs')
const path = require('node:path')

const { BASELINE, configuration } = require('../../lab/configurations')
const { profileArgs, stacksIn } = require('../../lab/profile/cpu-profile')
const { REPOSITORY } = require('../../lab/environment')
const { flamegraphsSideBySide } = require('../../lab/profile/flamegraph')
const { load } = require('../../lab/service/load')
const { show } = require('../../lab/plan/progress')
const { startService } = require('../../lab/service/service')
const { inDirectory } = require('../../lab/suite')

const DIRECTORY = path.join(REPOSITORY, 'assets', 'benchmarks')
const FRAMEWORKS = ['express', 'fastify']
const CONFIGURATIONS = [BASELINE, 'on-demand']
/** Frames of the collector and not of the service. */
const COLLECTOR = /preload\.js|crash.collector/

/**
 * @param {string} service program
 * @param {import('../../lab/service/load').Load} wanted
 * @param {string} node binary
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
async function drawFlamegraphs (service, wanted, node, signal) {
  for (const framework of FRAMEWORKS) {
    show(`flamegraphs of ${framework}`)
    const graphs = []
    for (const name of CONFIGURATIONS) {
      graphs.push({
        title: `${framework}, 100 routes, ${configuration(name).label}`,
        stacks: await inDirectory(
          configuration(name),
          node,
          { quick: false, signal },
          async ({ configuration, directory, env }) => {
            const command = [node, ...configuration.nodeArgs, ...profileArgs(directory), service, framework]
            const started = await startService(command, {
              cwd: directory,
              env: { ...env, NODE_ENV: 'production' },
              signal
            })
            const { discarded } = await load(started, wanted, false, () => started.end())
            if (discarded !== undefined) throw new Error(discarded)
            return stacksIn(directory)
          }
        )
      })
    }
    fs.writeFileSync(
      path.join(DIRECTORY, `http-${framework}-flamegraph.svg`),
      flamegraphsSideBySide(graphs, { width: 900, highlight: COLLECTOR })
    )
  }
}

/** @returns {string} Markdown; empty if there are no flamegraphs yet */
function flamegraphsText () {
  const pictures = FRAMEWORKS.filter(framework =>
    fs.existsSync(path.join(DIRECTORY, `http-${framework}-flamegraph.svg`))
  ).map(
    framework =>
      `![${framework}, without and with crash-collector](../../../assets/benchmarks/http-${framework}-flamegraph.svg)`
  )
  return pictures.length === 0
    ? ''
    : "Flamegraphs of the two router-bound services under load, without and with crash-collector, from V8's CPU\n" +
      'profiler and without their start (`npm run bench -- http --flamegraph`); frames of the collector would be\n' +
      `orange.\n\n${pictures.join('\n\n')}\n`
}

module.exports = { drawFlamegraphs, flamegraphsText }
