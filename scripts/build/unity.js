'use strict'
// Writes files that include some sources of a folder each, for binding.gyp. Most of the time that the compiler takes
// for a source goes into the headers of Node.js, which it then reads once for all of them. Names in anonymous
// namespaces have to be unique within a folder for it.
//
// node scripts/build/unity.js <name of the target> <source>…: prints the files.

const fs = require('node:fs')
const path = require('node:path')

/** So many sources are one file, so that two cores have as much to do, and a change compiles little again. */
const MOST = 10
/** zlib defines macros `near` and `far`, which are names of members elsewhere. */
const ALONE = /#include [<"](zlib\.h|heap\/gzip_file\.h)[>"]/

const [target, ...sources] = process.argv.slice(2)
const folder = path.posix.join('build', 'unity', target)

/** @type {Map<string, string[]>} sources by the name of the file that includes them */
const files = new Map()
/** @type {Map<string, number>} number of sources that share files, by folder */
const shared = new Map()
for (const source of sources) {
  const of = path.posix.dirname(source)
  const isAlone = ALONE.test(fs.readFileSync(source, 'utf8'))
  const count = shared.get(of) ?? 0
  if (!isAlone) shared.set(of, count + 1)
  const name = (isAlone ? source.slice(0, -'.cc'.length) : `${of}/${Math.floor(count / MOST)}`).replaceAll('/', '-')
  files.set(name, [...(files.get(name) ?? []), source])
}

fs.mkdirSync(folder, { recursive: true })
for (const [name, included] of files) {
  const file = path.posix.join(folder, `${name}.cc`)
  const text = included.map(source => `#include "${source.replace(/^src\//, '')}"\n`).join('')
  // An unchanged file keeps its time, so that it is not compiled again.
  if (!fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text) fs.writeFileSync(file, text)
  console.log(file)
}
