'use strict'
// A program that calls the function which a module of the application exports, for the setting `onDump`.
//
// node call-function.js <module> <dump>

const { pathToFileURL } = require('node:url')

const [, , file, dump] = process.argv

async function main () {
  const { default: onDump } = await import(pathToFileURL(file).href)
  if (typeof onDump !== 'function') throw new TypeError(`${file} exports no function`)
  await onDump(dump)
}

// Timers and sockets that the function leaves behind don't keep the process alive.
main().then(
  () => process.exit(0),
  error => {
    console.error(error)
    process.exit(1)
  }
)
