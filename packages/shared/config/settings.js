'use strict'
// Lists every setting with its bounds, its default and the reason for the default.

const {
  bytes, command, decimal, either, flag, flagOr, integer, label, names, oneOf, someOf, text
} = require('./setting-kinds')

const KB = 1024
const MB = 1024 * KB
const GB = 1024 * MB

/**
 * Limits of one dump; docs/api.md describes those that are settings.
 * @typedef {object} Limits
 * @property {number} deadlineMs
 * @property {number} maxBytes
 * @property {number} maxDepth
 * @property {number} maxObjects
 * @property {number} maxProperties
 * @property {number} maxEntries
 * @property {number} maxStringLength
 * @property {number} maxSourceLength
 * @property {number} maxFirstFrames
 * @property {number} maxLastFrames
 * @property {number} innerStateMs
 */

/**
 * Limits of the captures that are made before it is known if the error will end the process.
 * @typedef {ReturnType<typeof fixedBy>['rationing']} Rationing
 */

/**
 * What goes: nothing, secrets, secrets and personal data, or all values.
 * @typedef {boolean | 'personal' | 'structure'} Redact
 */

/**
 * @typedef {object} OwnSettings
 * @property {string} dir absolute
 * @property {string} fileLabel word in the names of dumps; '' for none
 * @property {'on-demand' | 'always' | 'off'} mode
 * @property {readonly import('../dump/terms').Trigger[]} triggers
 * @property {number} blockedLoopMs time without a turn after which the loop counts as blocked
 * @property {number} memoryLimitPercent no setting: share of a container's limit of memory, for the trigger
 *   `memoryLimit`
 * @property {number} budgetPercent share of the time that reading at once may take
 * @property {string} requestSignal name of a signal that asks for a dump, or `none`
 * @property {Redact} redact
 * @property {readonly string[]} redactNames
 * @property {readonly string[]} redactExcept names and values that are not redacted
 * @property {readonly string[]} redactPrefixes beginnings of the application's own tokens
 * @property {readonly ('logs' | 'output' | 'ages' | 'loopDelay')[]} record what a dump has besides
 * @property {readonly string[]} eventChannels channels of node:diagnostics_channel whose last events are kept
 * @property {'auto' | 'on' | 'off'} asyncTasks auto: suspended functions are in the dump if the addon finds them; on:
 *   if need be V8 searches for them; off: they are not in the dump
 * @property {number} asyncTasksMaxHeapBytes no setting: in a larger heap suspended functions are not searched for
 * @property {number} asyncTasksMs no setting: processor time for the search and for reading the variables
 * @property {number} maxAsyncTasks no setting: number of suspended functions whose variables are read
 * @property {number} otherThreadsMs no setting: time for which a thread that dies waits for the stacks of the others
 * @property {'off' | 'request' | number} executionPath request: what each request runs is recorded; a number: what one
 *   request of so many runs
 * @property {readonly string[]} executionPathPackages packages whose code is recorded, too; `*` for all
 * @property {readonly string[]} env names of environment variables whose values are in the dump
 * @property {'none' | 'classes' | 'snapshot' | 'snapshot-with-numbers'} heap
 * @property {boolean} isProjectDir no setting: true if `dir` is the one that the project has by default
 * @property {{ path: string, settings: string[] } | undefined} settingsFile no setting: the configuration file, and
 *   which settings were taken from it
 * @property {boolean} uncaughtThrows true: V8 asks before throws that nothing will catch
 * @property {number} retainBytes
 * @property {number} retainCount
 * @property {number} retainSame number of dumps of one kind of crash and day that stay; 0: all
 * @property {readonly string[]} ignore classes and codes of errors that leave no dump
 * @property {string} onDump command that runs after a dump, or absolute path of a module whose function is called; ''
 *   for none
 * @property {'text' | 'json' | 'none'} stderr form of the line about a dump; none: no line of any kind
 * @property {Rationing} rationing no setting
 */

/** @typedef {Readonly<OwnSettings & Limits>} Config */

/**
 * @typedef
 *   {'mode' | 'uncaughtThrows' | 'budgetPercent' | 'record' | 'eventChannels' | 'blockedLoopMs' | 'requestSignal'
 *     | 'executionPath' | 'executionPathPackages'}
 *   ReadAtStart
 */

/**
 * The settings that configure() takes. A value may be written as a text, as in the environment.
 * @typedef {Omit<Config, ReadAtStart | 'isProjectDir' | 'settingsFile' | keyof ReturnType<typeof fixedBy>>} Changeable
 * @typedef {{ [Key in keyof Changeable]?: Changeable[Key] | string }} Options
 */

/**
 * @typedef {object} Setting
 * @property {import('./setting-kinds').Kind} kind
 * @property {unknown} value the default
 */

/** @type {import('../dump/terms').Trigger[]} */
const TRIGGERS = [
  'uncaughtException',
  'unhandledRejection',
  'handled',
  'api',
  'caught',
  'exit',
  'signal',
  'testFailure',
  'outOfMemory',
  'blockedLoop',
  'request',
  'unsettledTopLevelAwait',
  'terminated',
  'handled500',
  'memoryLimit'
]

/**
 * Off by default. Handled errors and an exit happen to programs that work. `signal` replaces signal handlers of the
 * process, which other native code may rely on. How long a loop may be blocked is for the application to say.
 * `terminated` holds a signal back until the dump is written. `memoryLimit` wakes a thread again and again.
 */
const OPTIONAL_TRIGGERS = ['handled', 'exit', 'signal', 'blockedLoop', 'terminated', 'handled500', 'memoryLimit']

/**
 * Signals by which one may ask for a dump. The others end or stop a process, or belong to Node.js, V8 or libuv.
 */
const REQUEST_SIGNALS = ['none', 'SIGUSR2', 'SIGHUP', 'SIGQUIT', 'SIGPWR', 'SIGIO', 'SIGURG', 'SIGWINCH']

/** @type {Record<Exclude<keyof Limits, keyof ReturnType<typeof fixedBy>>, Setting>} */
const LIMITS = {
  // A supervisor usually waits 10 s for the end of a process before it kills the process. A dump may take half of that.
  deadlineMs: { kind: integer(1, 600_000), value: 5000 },
  // Bytes before compression, which makes them a tenth. This is far more than a human reads, and written in well under
  // a second.
  maxBytes: { kind: bytes(4 * KB, GB), value: 16 * MB },
  // So many small objects fit into maxBytes.
  maxObjects: { kind: integer(0, 10_000_000), value: 100_000 },
  // Classes and records have fewer. An object with more is a dictionary, of which a sample says enough.
  maxProperties: { kind: integer(1, 1_000_000), value: 200 },
  // UTF-16 code units. Whole request bodies and queries fit; a file that was read into a string does not.
  maxStringLength: { kind: integer(1, 100_000_000), value: 10_000 }
}

/** Bytes of heap in which suspended functions are found in a millisecond. */
const HEAP_BYTES_PER_MS = MB

/**
 * What is no setting, because no case was found in which another value helps, or because it follows from a setting
 * (docs/decisions/settings.md).
 *
 * @param {{ deadlineMs: number, maxBytes: number, maxObjects: number, maxProperties: number, budgetPercent: number }}
 *   config
 */
function fixedBy ({ deadlineMs, maxBytes, maxObjects, maxProperties, budgetPercent }) {
  // Half a second by default. By a pause of the debugger, the variables of one function take half a millisecond.
  const asyncTasksMs = Math.ceil(deadlineMs / 10)
  // Only recursion has more frames, and its dumps are larger anyway if somebody asks for more objects.
  const maxFirstFrames = Math.max(50, Math.ceil(maxObjects / 2000))
  return {
    // The walk is breadth first, so the other limits end it before this one does, and objects deeper than 12 get a
    // quarter of the objects and bytes only. This limit ends chains: a thousand elements of a linked list take 250 KB.
    maxDepth: 1000,
    // An array or a collection is cut as an object is.
    maxEntries: maxProperties,
    // The first frames show the cause, the last ones how the program came there.
    maxFirstFrames,
    maxLastFrames: Math.floor(maxFirstFrames / 5),
    // UTF-16 code units of one script. Files that people write are far shorter. The bundle of a whole application may
    // be longer, and a dump without its text is better than one that took seconds to write.
    maxSourceLength: 2_000_000,
    // Time for private fields and closures. With a pause of the debugger an object takes a fifth of a millisecond.
    innerStateMs: Math.ceil(deadlineMs / 20),
    asyncTasksMs,
    asyncTasksMaxHeapBytes: asyncTasksMs * HEAP_BYTES_PER_MS,
    // 20 ms by default. The dying thread works on its dump meanwhile. A thread that has not answered by then is in
    // native code, or the machine is busy.
    otherThreadsMs: Math.ceil(deadlineMs / 250),
    // Suspended functions whose variables are read.
    maxAsyncTasks: Math.ceil(maxObjects / 100),
    // A dump takes some tens of MB, which must be left.
    memoryLimitPercent: 80,
    rationing: Object.freeze({
      budgetPercent,
      // Time that a short program may lose by errors that it handles; places that are new may overdraw it. If captures
      // take a pause of the debugger it is at least 200 ms. 30 ms with the default.
      budgetInitialMs: budgetPercent * 600,
      // How much is saved up at most: 200 ms with the default.
      budgetMaxMs: budgetPercent * 4000,
      // While the budget is below this, only errors that are rarely handled, and those of new places, are read at once.
      reserveMs: 60,
      // A capture is dropped when its error is collected. So many captures are kept of errors that are still
      // referenced, or not collected yet.
      snapshotsKept: 256,
      snapshotsMaxBytes: Math.floor(maxBytes / 2),
      // The objects that the variables of the innermost functions hold, and what those objects hold. Further objects
      // are read at the report, if they are still alive.
      atThrowMaxObjects: 100,
      // Time of the walk, and for private fields and closures: 20 and 5 ms with the default. Objects far from the throw
      // are left out when it is over. Most walks take a few milliseconds. A walk that meets lists and caches would take
      // longer, and add objects that are far away.
      atThrowDeadlineMs: Math.max(1, Math.ceil(budgetPercent * 400)),
      atThrowInnerStateMs: Math.ceil(budgetPercent * 100),
      // Stack that a capture needs. The inspector's part of it was measured to be less than 60 KB.
      minHeadroomBytes: 100 * KB
    })
  }
}

/** Names of settings that there were once, which are told about as such. */
const REMOVED = Object.freeze([
  'maxEntries', 'maxLastFrames', 'maxSourceLength', 'innerStateMs', 'asyncTasksMaxHeapBytes', 'maxAsyncTasks',
  'memoryLimitPercent', 'rationBudgetPercent', 'rationBudgetInitialMs', 'rationBudgetMaxMs', 'rationTentativeMaxBytes',
  'rationTentativeMaxObjects', 'rationTentativeDeadlineMs', 'rationTentativeInnerStateMs',
  'maxDepth', 'asyncTasksMs', 'otherThreadsMs', 'outputLines', 'logLines', 'ages', 'loopDelay', 'quiet',
  'executionPathHeader', 'executionPathDetail', 'executionPathSample', 'exitCodes', 'retainDays', 'maxFirstFrames',
  'tentativeMaxObjects'
])

/** Names of environment variables that tell one deployment from another, and that hold no secret anywhere. */
const ENVIRONMENT = [
  'NODE_ENV',
  'NODE_OPTIONS',
  'TZ',
  'LANG',
  'CI',
  'HOSTNAME',
  'POD_NAME',
  'POD_NAMESPACE',
  'NODE_NAME',
  'AWS_REGION',
  'AWS_LAMBDA_FUNCTION_NAME',
  'AWS_LAMBDA_FUNCTION_VERSION',
  'K_SERVICE',
  'K_REVISION',
  'DYNO',
  'WEBSITE_SITE_NAME',
  'pm_id'
]

/** Channels that tell of outgoing requests. */
const OUTGOING_REQUESTS = [
  'http.client.request.start',
  'http.client.response.finish',
  'http.client.request.error',
  'undici:request:create',
  'undici:request:headers',
  'undici:request:error'
]

/** @type {Record<string, Setting>} */
const SETTINGS = {
  // Empty: a folder for the project in the user's state directory (project-directory.js). Beside the code,
  // dumps would start a watcher again, and be committed and published with it.
  dir: { kind: text, value: '' },
  // Dumps of several programs in one directory are told apart by it.
  fileLabel: { kind: label, value: '' },
  // This mode costs nothing until an error is made; see docs/development/design.md.
  mode: { kind: oneOf(['on-demand', 'always', 'off']), value: 'on-demand' },
  // It needs a flag of V8 that ends isolates of other packages, and makes each throw slower
  // (docs/decisions/abort-flag.md), so it is off.
  uncaughtThrows: { kind: flag, value: false },
  // All triggers that end the process, capture(), and failed tests, for which a run has to load an integration.
  triggers: { kind: someOf(TRIGGERS), value: TRIGGERS.filter(trigger => !OPTIONAL_TRIGGERS.includes(trigger)) },
  // Requests that wait so long are noticed.
  blockedLoopMs: { kind: integer(100, 3_600_000), value: 1000 },
  // A handler changes what the signal does to the process, so none is installed unasked.
  requestSignal: { kind: oneOf(REQUEST_SIGNALS), value: 'none' },
  ...LIMITS,
  // CPU time of reading at once as a share of wall time. Errors beyond it are copied, and read when they are reported.
  budgetPercent: { kind: decimal(0, 100), value: 0.05 },
  // Dumps are sent to colleagues and attached to tickets.
  redact: { kind: flagOr(['personal', 'structure']), value: true },
  redactNames: { kind: names, value: [] },
  redactExcept: { kind: names, value: [] },
  redactPrefixes: { kind: names, value: [] },
  // To read the ends of logs costs nothing while the process lives. What the others cost: `output` replaces `write` of
  // the streams, which the application can notice; `ages` takes some 100 ns for each socket and request; the timer of
  // `loopDelay` wakes the process 50 times a second.
  record: { kind: someOf(['logs', 'output', 'ages', 'loopDelay']), value: ['logs'] },
  // An event takes some 100 ns, and an outgoing request far longer. Requests that a server gets are not among them,
  // because a server may answer many in a millisecond. On Node.js 20 the start would load a module for it.
  eventChannels: { kind: names, value: Number.parseInt(process.versions.node) < 22 ? [] : OUTGOING_REQUESTS },
  // Reading the heap's pages and V8's garbage collection take about a millisecond for each MB. V8's own search takes 27
  // ms for each MB, and a process should not die that much later by default.
  asyncTasks: { kind: oneOf(['auto', 'on', 'off']), value: 'auto' },
  // It changes the text of each module of the application before it is compiled, so it is off.
  executionPath: { kind: either(oneOf(['off', 'request']), integer(1, 1_000_000)), value: 'off' },
  // Packages are most of the code, and rarely what is looked for.
  executionPathPackages: { kind: names, value: [] },
  env: { kind: names, value: ENVIRONMENT },
  // `classes` reads the heap's pages and has V8 collect garbage, about a millisecond for each MB. A snapshot of V8's
  // heap, secrets included, delays the end by two to four seconds for each 50 MB. The values of numbers take a fifth
  // more time; V8 leaves them out by default, too.
  heap: { kind: oneOf(['none', 'classes', 'snapshot', 'snapshot-with-numbers']), value: 'none' },
  // A crash loop must not fill the disk: with a restart every second there are 50 dumps within a minute.
  retainBytes: { kind: bytes(0, 1024 * GB), value: 500 * MB },
  retainCount: { kind: integer(1, 1_000_000), value: 50 },
  // A crash loop must not push the dumps of other crashes out of the directory. The first dump of a day often has the
  // cause; the last four show what differs.
  retainSame: { kind: integer(0, 1_000_000), value: 5 },
  ignore: { kind: names, value: [] },
  // The operator of an application decides which programs run beside it.
  onDump: { kind: command, value: '' },
  // The line is how people learn that there is a dump. JSON is for a program that reads the log.
  stderr: { kind: oneOf(['text', 'json', 'none']), value: 'text' }
}

/** @type {readonly string[]} each a ReadAtStart; configure() returns a problem for them */
const READ_AT_START = [
  'mode',
  'uncaughtThrows',
  'budgetPercent',
  'record',
  'eventChannels',
  'blockedLoopMs',
  'requestSignal',
  'executionPath',
  'executionPathPackages'
]

module.exports = { READ_AT_START, REMOVED, SETTINGS, fixedBy }
