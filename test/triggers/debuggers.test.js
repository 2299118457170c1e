'use strict'
// A process that is debugged runs as without the collector, and no pause of ours stops it.
const t = require('tap')
const { once } = require('node:events')
const net = require('node:net')
const { crashTests, ROOT } = require('../helpers/crash')
const { connect } = require('../helpers/cdp-client')

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {Awaited<ReturnType<typeof connect>>} Client */

const ADDRESS = /ws:\/\/\S+(?=\s)/

/** The inspector's own thread prints whenever it comes to it. @param {string} text */
const normalise = text =>
  text.replace(/ws:\/\/\S+/g, '<url>').replace(/^(Debugger (attached|ending)|For help, see).*\n/gm, '')

/**
 * Calls back when nobody may attach any more: the last that Node.js 20 does before it waits for those who have. A later
 * one that ends without an error goes on to listen.
 * @param {number} port
 * @param {() => void} done
 * @param {number} [tries]
 */
function whenClosed (port, done, tries = 100) {
  if (tries === 0) return done()
  const socket = net.connect(port, '127.0.0.1')
  socket.on('error', done).on('connect', () => {
    socket.destroy()
    setTimeout(whenClosed, 10, port, done, tries - 1)
  })
}

/** @param {Client} client */
const letGo = client => client.send('Runtime.evaluate', { expression: 'void go()' })

/**
 * Attaches when the process is ready, lets it go on, and detaches when it waits for that at its end.
 * @param {string[]} commands
 * @param {(client: Client) => void} [goOn]
 * @returns {(child: ChildProcess) => void}
 */
const attach =
  (commands, goOn = letGo) =>
    child => {
      let text = ''
      let isLast = false
      /** @type {Client|undefined} */
      let client
      child.stderr?.on('data', chunk => {
        text += chunk
        // Closed at once, Node.js 20 dies of SIGSEGV now and then, without us.
        if (!isLast && text.includes('Waiting for the debugger to disconnect')) {
          isLast = true
          whenClosed(Number(new URL(ADDRESS.exec(text)?.[0] ?? '').port), () => client?.close())
        }
      })
      child.stdout?.once('data', async () => {
      // Of two pipes either may be read first.
        while (!ADDRESS.test(text)) await once(/** @type {import('node:stream').Readable} */ (child.stderr), 'data')
        client = await connect(ADDRESS.exec(text)?.[0] ?? '')
        for (const command of commands) client.send(command)
        goOn(client)
      })
    }

/**
 * As debuggers do that know of workers.
 * @param {Client} client
 */
const debugWorker = client => {
  client.on(({ method, params }) => {
    if (method === 'NodeWorker.attachedToWorker') {
      client.send('NodeWorker.sendMessageToWorker', {
        sessionId: params.sessionId,
        message: '{"id":1,"method":"Debugger.enable"}'
      })
    }
    if (method === 'NodeWorker.receivedMessageFromWorker' && JSON.parse(params.message).id === 1) letGo(client)
  })
  client.send('NodeWorker.enable', { waitForDebuggerOnStart: false })
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

/**
 * The pause is no use while somebody else's would stop it.
 * @type {NonNullable<import('../helpers/crash').CrashCase['check']>}
 */
const hasNoFrames = (t, dump) => {
  t.same(dump.callFrames, [], 'no frames')
  t.ok(
    dump.notCaptured.some(({ reason }) => reason === 'debuggerAttached'),
    'because of the debugger',
    { notCaptured: dump.notCaptured }
  )
}

/** @type {import('../helpers/match-frames').ExpectedFrame[]} */
const CHECKOUT = [{ functionName: 'checkout', variables: { cart: { id: 7 } } }]
const ALWAYS = { CRASH_COLLECTOR_MODE: 'always' }
const FALLBACK = { CRASH_COLLECTOR_FALLBACK: 'on' }
const DEBUGGER = ['Runtime.enable', 'Debugger.enable']
const DISTURBS = 'two debuggers would stop each other'

const asked = {
  file: 'unchanged/inspected-captures.js',
  exitCode: 0,
  stdout: 'captured',
  trigger: 'api',
  exception: { message: 'asked for' }
}

t.test('a client that has the debugger enabled', async t =>
  crashTests(t, [
    inspected('the variables are there', { onSpawn: attach(DEBUGGER), frames: CHECKOUT, notByPause: DISTURBS }),
    inspected('by a pause none, and the dump says why', {
      onSpawn: attach(DEBUGGER),
      env: FALLBACK,
      check: hasNoFrames
    }),
    inspected('in mode always', { onSpawn: attach(DEBUGGER), env: ALWAYS }),
    inspected('on request', {
      ...asked,
      onSpawn: attach(DEBUGGER),
      env: { TEST_PACKAGE: ROOT },
      frames: CHECKOUT,
      notByPause: DISTURBS
    }),
    inspected('on request, by a pause', {
      ...asked,
      onSpawn: attach(DEBUGGER),
      env: { ...FALLBACK, TEST_PACKAGE: ROOT },
      check: hasNoFrames
    }),
    inspected('on request, in mode always', {
      ...asked,
      onSpawn: attach(DEBUGGER),
      env: { ...ALWAYS, TEST_PACKAGE: ROOT },
      check: hasNoFrames
    })
  ])
)

/** @type {Partial<import('../helpers/crash').CrashCase>} */
const worker = {
  file: 'unchanged/inspected-worker.js',
  exitCode: 0,
  stdout: 'error event: no price',
  inWorker: true,
  trigger: 'uncaughtException',
  onSpawn: attach(DEBUGGER, debugWorker),
  // Our line may come before or after.
  normalise: text => normalise(text).replace(/^Waiting for the debugger.*\n/gm, '')
}
const paused = { ...worker, env: FALLBACK, check: hasNoFrames }

t.test('a client that debugs workers, too', async t =>
  crashTests(t, [
    inspected('the variables are there', {
      ...worker,
      frames: [{ functionName: 'tick', crashLine: true, variables: { total: 42 } }],
      notByPause: DISTURBS
    }),
    inspected('by a pause none, and the dump says why', paused),
    inspected('of a worker with flags of its own', { ...paused, args: ['apart'] }),
    inspected('in mode always', { ...worker, env: ALWAYS, check: hasNoFrames }),
    inspected('the inspector was opened later', { ...paused, nodeArgs: [], args: ['opens'] })
  ])
)

t.test('a client that only looks', async t =>
  crashTests(t, [inspected('the process dies as without us', { onSpawn: attach(['Runtime.enable']) })])
)

t.test('nobody attaches', async t => crashTests(t, [inspected('the process dies as without us', { args: ['alone'] })]))
