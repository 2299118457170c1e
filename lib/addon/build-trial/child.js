'use strict'
// Reads its own stack through V8's debug interface, in a process that may crash of it. The last argument is the build
// id that the parent has, which this process must have, too.

const { loadNative } = require('../native')

if (require.main === module) {
  const { native } = loadNative()
  const buildId = process.argv[2]
  if (native !== null && native.v8Symbols().buildId === buildId && native.tryWalk()) process.stdout.write(buildId)
}
