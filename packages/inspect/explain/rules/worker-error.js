'use strict'
// Explains the error of a worker for which its Worker has no listener. Node.js makes a copy of such an error in this
// thread, with the tag 'Error' of its own.

const { quote } = require('../../text/terminal-text')
const { wholeString } = require('../properties')

/** events.emit() sets it on an error for which there is no listener. */
const UNHEARD = 'Symbol(kEnhanceStackBeforeInspector)'

/** @type {import('../types').Rule} */
const workerError = {
  name: 'worker-error',
  explain (dump) {
    const { exception } = dump
    const record = exception?.value.objectId === undefined ? undefined : dump.object(exception.value.objectId)
    const tag = record?.properties.find(({ symbol }) => symbol?.description === 'Symbol(Symbol.toStringTag)')
    const isUnheard = record?.properties.some(({ symbol }) => symbol?.description === UNHEARD)
    if (wholeString(tag?.value) !== 'Error' || isUnheard !== true) return undefined
    return `a worker died of this error, and nothing listens to ${quote('error')} of its \`Worker\``
  }
}

module.exports = { workerError }
