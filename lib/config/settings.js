'use strict'
// Every setting with its bounds, its default and the default's reason.

const { bytes, decimal, flag, integer, names, oneOf, someOf, text } = require('./setting-kinds')

const KB = 1024
const MB = 1024 * KB
const GB = 1024 * MB

/**
 * Bounds of one dump.
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
 * Which errors are worth a capture before anybody knows whether they will kill the process.
 * @typedef {object} Rationing
 * @property {number} budgetPercent
 * @property {number} budgetInitialMs
 * @property {number} budgetMaxMs
 * @property {number} reserveMs
 * @property {number} tentativeKept
 * @property {number} tentativeMaxBytes
 * @property {number} tentativeMaxObjects
 * @property {number} tentativeDeadlineMs
 * @property {number} tentativeInnerStateMs
 * @property {number} minHeadroomBytes
 */

/**
 * @typedef {object} OwnSettings
 * @property {string} dir absolute
 * @property {'on-demand' | 'always' | 'off'} mode
 * @property {readonly import('../dump/format').Trigger[]} triggers
 * @property {boolean} redact
 * @property {readonly string[]} redactNames
 * @property {readonly string[]} redactExcept names, and values, that stay
 * @property {readonly string[]} redactPrefixes of the application's own tokens
 * @property {number} outputLines of stdout and of stderr that are kept; 0: the streams are left alone
 * @property {boolean} ages whether it is recorded since when sockets are open and requests under way
 * @property {boolean} loopDelay whether it is recorded how late the event loop is
 * @property {'auto' | 'on' | 'off'} asyncTasks whether suspended async functions are in the dump; on: also where V8
 *   itself must search for them
 * @property {number} asyncTasksMaxHeapBytes with a larger heap they are not searched for
 * @property {number} asyncTasksMs time for the search and for reading their variables
 * @property {number} maxAsyncTasks whose variables are read
 * @property {readonly string[]} env names of environment variables whose values are in the dump
 * @property {'none' | 'summary' | 'snapshot' | 'snapshot-with-numbers'} heap
 * @property {boolean} writesHeapSnapshot of either kind: what `heap` says
 * @property {number} retainDays
 * @property {number} retainBytes
 * @property {number} retainCount
 * @property {boolean} quiet
 * @property {Readonly<Rationing>} rationing
 */

/** @typedef {Readonly<OwnSettings & Limits>} Config */

/**
 * @typedef {'mode' | 'rationing' | 'outputLines' | 'ages' | 'loopDelay'} ReadAtStart
 */

/**
 * What configure() takes; a number may be written as a text, as in the environment.
 * @typedef {{ [Key in keyof Omit<Config, ReadAtStart | 'writesHeapSnapshot'>]?: Config[Key] | string }} Options
 */

/**
 * @typedef {object} Setting
 * @property {import('./setting-kinds').Kind} kind
 * @property {unknown} value the default
 */

/** @type {import('../dump/format').Trigger[]} */
const TRIGGERS = ['uncaughtException', 'unhandledRejection', 'handled', 'api']

/** @type {Record<keyof Limits, Setting>} */
const LIMITS = {
  // A supervisor that asked for an end waits 10 s as a rule before it kills; half of it leaves time for the rest.
  deadlineMs: { kind: integer(1, 600_000), value: 5000 },
  // Before compression, which makes it a tenth; far more than a human reads, and written in well under a second.
  maxBytes: { kind: bytes(4 * KB, GB), value: 16 * MB },
  // As deep as the budget allows: breadth comes first, and all that is deeper than 12 gets a quarter of the objects and
  // bytes. What ends here is a chain: a thousand elements of a linked list take 250 KB.
  maxDepth: { kind: integer(0, 1000), value: 1000 },
  // What maxBytes holds of small objects.
  maxObjects: { kind: integer(0, 10_000_000), value: 100_000 },
  // Real classes and records stay below; what has more is a dictionary, of which a sample tells enough.
  maxProperties: { kind: integer(1, 1_000_000), value: 200 },
  maxEntries: { kind: integer(1, 1_000_000), value: 200 },
  // Whole request bodies and queries fit; a file read into a string does not.
  maxStringLength: { kind: integer(1, 100_000_000), value: 10_000 },
  // UTF-16 units of one script. What people write is far shorter; bundles of a whole application are longer at times,
  // and a dump without them is still worth more than one that took seconds to write.
  maxSourceLength: { kind: integer(0, 100_000_000), value: 2_000_000 },
  // The first frames hold the cause, the last ones say how the program came there: only recursion is longer.
  maxFirstFrames: { kind: integer(1, 10_000), value: 50 },
  maxLastFrames: { kind: integer(0, 10_000), value: 10 },
  // For private fields and closures, which only the inspector can read, at a fifth of a millisecond an object.
  innerStateMs: { kind: integer(0, 600_000), value: 250 }
}

/** No settings: nobody who has a dump that lacks something needs other values (docs/decisions/settings.md). */
const FIXED_RATIONING = Object.freeze({
  // Below it captures are small: what is left is for the hooks that are rarely wrong, and for places that are new.
  reserveMs: 60,
  // A capture goes with its error; so many are kept of errors that live on, or that no garbage collection has found
  // yet.
  tentativeKept: 256,
  // What the capture itself needs of the stack, with the inspector's part measured at under 60 KB.
  minHeadroomBytes: 100 * KB
})

/** @type {Record<Exclude<keyof Rationing, keyof typeof FIXED_RATIONING>, Setting>} */
const RATIONING = {
  // CPU time of captures as a share of wall time. Half a millisecond each, that is some 30 in a second.
  budgetPercent: { kind: decimal(0, 100), value: 1.5 },
  // What a program that runs for a moment may lose by errors that it handles; places that are new may overdraw it.
  // Where captures take a pause of the debugger it is at least 200.
  budgetInitialMs: { kind: integer(0, 600_000), value: 10 },
  budgetMaxMs: { kind: integer(0, 600_000), value: 200 },
  // Most captures are dropped: they are held to less than a dump may take, in memory as in time.
  tentativeMaxBytes: { kind: bytes(4 * KB, GB), value: 8 * MB },
  // What the innermost functions hold, and what these hold: the rest is read at the report, of what is still alive
  // then.
  tentativeMaxObjects: { kind: integer(0, 10_000_000), value: 100 },
  tentativeInnerStateMs: { kind: integer(0, 600_000), value: 5 },
  // Time of the walk, at whose end what is far from the throw is cut. Most walks take a few milliseconds; those that
  // meet lists and caches would go on, and what they add is far away.
  tentativeDeadlineMs: { kind: integer(1, 600_000), value: 20 }
}

/** Names of environment variables. */
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

/** @type {Record<string, Setting>} */
const SETTINGS = {
  // Beside the application, where somebody who looks for a crash looks first, and writable there as a rule.
  dir: { kind: text, value: 'crashes' },
  // Costs nothing until an error is made; see docs/design.md.
  mode: { kind: oneOf(['on-demand', 'always', 'off']), value: 'on-demand' },
  // All that ends a process or was asked for. A handled one is no crash: dumps of it would surprise.
  triggers: { kind: someOf(TRIGGERS), value: TRIGGERS.filter(trigger => trigger !== 'handled') },
  ...LIMITS,
  // Dumps travel: to colleagues, to tickets.
  redact: { kind: flag, value: true },
  redactNames: { kind: names, value: [] },
  redactExcept: { kind: names, value: [] },
  redactPrefixes: { kind: names, value: [] },
  // Wraps the streams' write, which the application can see; nobody is to find that unasked.
  outputLines: { kind: integer(0, 10_000), value: 0 },
  // Some 100 ns for each socket and request, which a process does not pay unasked.
  ages: { kind: flag, value: false },
  // Node.js's histogram wakes the process 50 times a second.
  loopDelay: { kind: flag, value: false },
  // Reading the heap's pages, and V8's garbage collection, take about a millisecond for each MB. V8's own search takes
  // 27, and a process should not die that much later by default.
  asyncTasks: { kind: oneOf(['auto', 'on', 'off']), value: 'auto' },
  asyncTasksMaxHeapBytes: { kind: bytes(0, 64 * GB), value: 500 * MB },
  // The inspector takes half a millisecond for the variables of one.
  asyncTasksMs: { kind: integer(0, 600_000), value: 500 },
  maxAsyncTasks: { kind: integer(1, 1_000_000), value: 1000 },
  // What tells one deployment from another; nothing that is a secret anywhere.
  env: { kind: names, value: ENVIRONMENT },
  // All take a snapshot of V8's heap, which delays the end by two to four seconds for each 50 MB. A whole one is
  // written out, secrets included; the values of numbers cost a fifth more time, and V8 leaves them out as well by
  // default.
  heap: { kind: oneOf(['none', 'summary', 'snapshot', 'snapshot-with-numbers']), value: 'none' },
  // 0: age alone is no reason to lose evidence, number and size bound the directory.
  retainDays: { kind: decimal(0, 36_500), value: 0 },
  // A crash loop must not fill a disk: a restart every second makes 50 dumps in a minute.
  retainBytes: { kind: bytes(0, 1024 * GB), value: 500 * MB },
  retainCount: { kind: integer(1, 1_000_000), value: 50 },
  // The one line on stderr is how people learn that there is a dump.
  quiet: { kind: flag, value: false }
}

/** @type {readonly string[]} each a ReadAtStart: whoever changes them later is told that it does nothing */
const READ_AT_START = ['mode', 'rationing', 'outputLines', 'ages', 'loopDelay']

module.exports = { FIXED_RATIONING, LIMITS, RATIONING, READ_AT_START, SETTINGS }
