'use strict'
// A worker of node:cluster calls process.exit(0) when somebody emits 'disconnect' on its process. The function that
// does so is in the script node:internal/cluster/child.
// Worked around in lib/triggers/reported-exception.js.
// Node.js 20, 22, 24, 26
const assert = require('node:assert')
const cluster = require('node:cluster')

if (cluster.isPrimary) {
  cluster.setupPrimary({ silent: true })
  const worker = cluster.fork()
  let stack = ''
  worker.process.stdout.setEncoding('utf8').on('data', text => {
    stack += text
  })
  worker.on('exit', code => {
    assert.equal(code, 0, 'it ends with another code: isEndOfClusterWorker() is not needed')
    assert.match(stack, /node:internal\/cluster\/child/, 'another script ends it: isEndOfClusterWorker() must know it')
  })
} else {
  process.on('exit', () => require('node:fs').writeSync(1, String(new Error('exit').stack)))
  process.emit('disconnect')
}
