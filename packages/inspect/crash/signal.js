'use strict'
// Says in words which signal ended a process, and what its number tells about the reason.

const { plain } = require('../text/terminal-text')

/** @typedef {import('crash-collector-shared/dump/format').SignalRecord} SignalRecord */
/** @typedef {import('crash-collector-shared/dump/format').HeaderRecord} HeaderRecord */

/** Values of si_code that sigaction(2) lists; SI_KERNEL is 128. @type {Record<string, Record<number, string>>} */
const REASONS = {
  SIGSEGV: {
    1: 'no memory is mapped at this address',
    2: 'the memory at this address may not be accessed in this way',
    128: 'the address is not a valid one'
  },
  SIGBUS: {
    1: 'the address is not aligned as the processor requires',
    2: 'no memory is behind this address: the file that is mapped there may have been shortened',
    3: 'the memory is damaged'
  },
  SIGFPE: { 1: 'an integer was divided by zero', 2: 'an integer overflowed' },
  SIGILL: { 1: 'the processor does not know the instruction', 2: 'the processor does not know the instruction' },
  SIGTRAP: { 1: 'a breakpoint was reached', 128: 'a check of V8 failed, or a breakpoint was reached' }
}

const ABORTED =
  'abort() was called: by a check that failed, by process.abort(), or by a C library that found damaged memory'
/** The si_code of tgkill(), which abort() calls. */
const SI_TKILL = -6
/** Addresses below are those of fields of an object at the address 0. */
const NULL_BYTES = 4096n
/** A function may have so many bytes of variables that it skips the page behind the end of the stack. */
const STACK_BYTES = 65_536n

/**
 * @param {SignalRecord} signal
 * @param {HeaderRecord} header
 * @returns {string} `SIGSEGV at address 0x0 in the main thread`
 */
function signalTitle ({ name, address, senderPid, thread }, { pid, threadId }) {
  const where = address === undefined ? '' : ` at address ${address}`
  const sender = senderPid === undefined || senderPid === pid ? '' : ` sent by process ${senderPid}`
  return plain(`${name}${where}${sender} in ${threadText(thread, threadId)}`)
}

/**
 * @param {SignalRecord['thread']} thread
 * @param {number} threadId
 */
function threadText ({ type, name }, threadId) {
  if (type === 'main') return 'the main thread'
  return type === 'worker' ? `worker ${threadId}` : `the thread "${name}", which runs no JavaScript`
}

/**
 * @param {SignalRecord} signal
 * @param {HeaderRecord} header
 * @returns {string} the reason, as far as the signal tells it; '' when it tells nothing
 */
function signalReason (signal, { pid }) {
  const { name, code, address, senderPid, stackPointer } = signal
  if (senderPid !== undefined) {
    if (name === 'SIGABRT' && code === SI_TKILL) return ABORTED
    return senderPid === pid ? 'the process sent the signal to itself' : ''
  }
  if (name === 'SIGSEGV' && address !== undefined) {
    const at = BigInt(address)
    if (at < NULL_BYTES) return 'a null pointer was followed'
    const distance = BigInt(stackPointer) - at
    if (distance < STACK_BYTES && -distance < STACK_BYTES) return "the thread's stack was used up"
  }
  return REASONS[name]?.[code] ?? ''
}

/**
 * @param {SignalRecord} signal
 * @param {HeaderRecord} header
 * @returns {string} `at address 0x0 in the main thread: a null pointer was followed`, to stand after the signal's name
 */
function signalMessage (signal, header) {
  const reason = signalReason(signal, header)
  return signalTitle(signal, header).slice(plain(signal.name).length + 1) + (reason === '' ? '' : `: ${reason}`)
}

module.exports = { signalMessage, signalReason, signalTitle }
