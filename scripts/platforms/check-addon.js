'use strict'
// Says why an addon must not go into the package of its platform.

const { compareVersions, readNeeds } = require('./elf-needs')
const { GLIBC } = require('./old-glibc')
const { TARGETS } = require('./targets')

/** What each process of Node.js has loaded already. */
const LIBRARIES = {
  glibc: /^(libc\.so\.6|libm\.so\.6|libgcc_s\.so\.1|libpthread\.so\.0|libdl\.so\.2|ld-linux-[\w-]+\.so\.\d)$/,
  musl: /^libc\.so$/
}
/** The variants of the C library's functions that know how large the buffer is. */
const FORTIFIED = /^__\w+_chk$/
const EXPORTS = ['napi_register_module_v1', 'node_api_module_get_api_version_v1']

/**
 * @param {string} target
 * @param {string} file
 * @returns {string[]} the reasons; none if the addon is fit, or is not for Linux
 */
function faultsOf (target, file) {
  const { os, cpu, libc } = TARGETS[target]
  if (os !== 'linux' || libc === undefined) return []
  const { machine, libraries, versions, exports, imports, isStripped, unprotected } = readNeeds(file)
  const faults = libraries.filter(name => !LIBRARIES[libc].test(name)).map(name => `needs ${name}`)
  if (machine !== cpu) faults.push(`is for ${machine}`)
  if (!isStripped) faults.push('is not stripped')
  faults.push(...unprotected.map(name => `was linked without ${name}`))
  if (!imports.includes('__stack_chk_fail')) faults.push('was compiled without -fstack-protector-strong')
  const isFortified = imports.some(name => FORTIFIED.test(name))
  if (libc === 'glibc' && !isFortified) faults.push('was compiled without _FORTIFY_SOURCE')
  if (versions.GLIBCXX !== undefined) faults.push(`needs libstdc++ ${versions.GLIBCXX}`)
  if (versions.GLIBC !== undefined) {
    if (libc === 'musl') faults.push(`needs glibc ${versions.GLIBC}`)
    else if (compareVersions(versions.GLIBC, GLIBC) > 0) faults.push(`needs glibc ${versions.GLIBC}, above ${GLIBC}`)
  }
  if (!EXPORTS.every(name => exports.includes(name))) faults.push('is no addon')
  return faults
}

module.exports = { faultsOf }
