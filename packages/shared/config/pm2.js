'use strict'
// Finds what pm2 passes to an application of its cluster mode. The worker starts with the environment and the directory
// of pm2's daemon, and has those of the application as JSON in one variable (`nodeApp` in
// https://github.com/Unitech/pm2/blob/master/lib/God/ClusterMode.js). pm2 puts them in their places after the preload.

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} cwd
 * @returns {{ env: NodeJS.ProcessEnv, cwd: string }} those of the application; the same ones in all other processes
 */
function ofApplication (env, cwd) {
  const { pm2_env: json } = env
  if (json === undefined) return { env, cwd }
  let passed
  try {
    passed = JSON.parse(json)
  } catch {} // it is something else that has this name
  if (typeof passed !== 'object' || passed === null) return { env, cwd }
  const variables = Object.entries(passed).filter(([, value]) => typeof value === 'string')
  return {
    env: { ...env, ...Object.fromEntries(variables) },
    cwd: typeof passed.pm_cwd === 'string' ? passed.pm_cwd : cwd
  }
}

module.exports = { ofApplication }
