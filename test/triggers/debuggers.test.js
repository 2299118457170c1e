'use strict'
// Somebody else debugs the process: it must go on as without us, and no pause of ours may stop it.
const t = require('tap')
const { crashTests } = require('../helpers/crash')
const { connect } = require('../helpers/cdp-client')

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

const CLOSE_AFTER_MS = 100

/** The inspector's own thread prints whenever it comes to it. @param {string} text */
const normalise = (text) => text.replace(/ws:\/\/\S+/g, '<url>').replace(/^(Debugger (attached|ending)|For help, see).*\n/gm, '')

/**
 * Attaches when the process is ready, lets it go on, and detaches when it waits for that at its end.
 * @param {string[]} commands
 * @returns {(child: ChildProcess) => void}
 */
const attach = (commands) => (child) => {
  let text = ''
  /** @type {Awaited<ReturnType<typeof connect>>|undefined} */
  let client
  child.stderr?.on('data', (chunk) => {
    text += chunk
    // Closed at once, Node.js 20 dies of SIGSEGV now and then, without us.
    if (text.includes('Waiting for the debugger to disconnect')) setTimeout(() => client?.close(), CLOSE_AFTER_MS)
  })
  child.stdout?.once('data', async () => {
    client = await connect(/ws:\/\/\S+/.exec(text)?.[0] ?? '')
    for (const command of commands) client.send(command)
    client.send('Runtime.evaluate', { expression: 'void go()' })
  })
}

/**
 * @param {string} name
 * @param {Partial<import('../helpers/crash').CrashCase>} more
 * @returns {import('../helpers/crash').CrashCase}
 */
const inspected = (name, more) => ({
  name,
  file: 'unchanged/inspected.js',
  nodeArgs: ['--inspect=127.0.0.1:0'],
  trigger: 'unhandledRejection',
  exception: { className: 'Error', message: 'no price' },
  normalise,
  ...more
})

t.test('a client that has the debugger enabled', async (t) => crashTests(t, [
  inspected('no variables, and the dump says why', {
    onSpawn: attach(['Runtime.enable', 'Debugger.enable']),
    check (t, dump) {
      t.same(dump.callFrames, [], 'no frames')
      t.ok(dump.notCaptured.some(({ reason }) => reason === 'debuggerAttached'), 'because of the debugger', { notCaptured: dump.notCaptured })
    }
  }),
  inspected('in mode always', { onSpawn: attach(['Runtime.enable', 'Debugger.enable']), env: { CRASH_COLLECTOR_MODE: 'always' } })
]))

t.test('a client that only looks', async (t) => crashTests(t, [
  inspected('the process dies as without us', { onSpawn: attach(['Runtime.enable']) })
]))

t.test('nobody attaches', async (t) => crashTests(t, [
  inspected('the process dies as without us', { args: ['alone'] })
]))
