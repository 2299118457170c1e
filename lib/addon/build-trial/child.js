'use strict'
// Tries to read its own stack through V8's debug interface, in a child process, because it may crash. The argument is
// the build id of the parent, which must be that of this process, too.

const { loadNative } = require('../native')

if (require.main === module) {
  const { native } = loadNative()
  const buildId = process.argv[2]
  if (native !== null && native.v8Symbols().buildId === buildId && native.tryWalk()) process.stdout.write(buildId)
}
