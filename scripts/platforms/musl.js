'use strict'
// Links an addon for musl from objects that zig has compiled. zig links LLVM's C++ library into it, while Node.js has
// GNU's, so no object of a C++ library may pass between the two, except one whose form is the same in both: a vector
// with the ordinary allocator is three pointers to memory of malloc(). The addon's calls of V8's public functions pass
// one vector. Its type is part of the function's name; musl binds all names when it loads an addon, and refuses one
// that asks for a name with the type of LLVM's library. (Calls of V8's private functions: src/v8_internals.)

const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')

const { dynamicSymbols } = require('./elf-needs')
const { EXPORTS, HARDENED } = require('./old-glibc')

/** HeapProfiler::QueryObjects(), by the names that it has with each library. */
const BEGIN = '_ZN2v812HeapProfiler12QueryObjectsENS_5LocalINS_7ContextEEEPNS_20QueryObjectPredicateEP'
const WITH_LLVM = `${BEGIN}NSt3__16vectorINS_6GlobalINS_6ObjectEEENS6_9allocatorISA_EEEE`
const WITH_GNU = `${BEGIN}St6vectorINS_6GlobalINS_6ObjectEEESaIS9_EE`
/** The namespace of LLVM's library in a name. */
const LLVM = /NSt3__1/

/**
 * @param {import('./old-glibc').Link} link
 * @throws {Error} if the addon asks Node.js for another name with a type of LLVM's library
 */
function linkForMusl ({ compiler: [command, ...first], objects, scratch, addon }) {
  fs.rmSync(scratch, { recursive: true, force: true })
  fs.mkdirSync(scratch, { recursive: true })
  const script = path.join(scratch, 'exports.map')
  fs.writeFileSync(script, EXPORTS)
  const renamed = objects.map((object, index) => {
    const copy = path.join(scratch, `${index}-${path.basename(object)}`)
    execFileSync('objcopy', ['--redefine-sym', `${WITH_LLVM}=${WITH_GNU}`, object, copy])
    return copy
  })
  const flags = ['-shared', '-pthread', '-s', '-Wl,--gc-sections', HARDENED, `-Wl,--version-script=${script}`]
  execFileSync(command, [...first, ...flags, '-o', addon, ...renamed], { stdio: 'inherit' })
  const asked = dynamicSymbols(addon).filter(({ isDefined, name }) => !isDefined && LLVM.test(name))
  if (asked.length > 0) {
    fs.rmSync(addon)
    throw new Error(`Node.js has no ${asked.map(({ name }) => name).join(', ')}`)
  }
}

module.exports = { linkForMusl }
