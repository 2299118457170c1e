'use strict'
// Runs a program under the collector to its end, and recognises reports of the sanitizers and of V8 in its output.

const { execFileSync, spawn } = require('node:child_process')

/** Matches reports of the sanitizers. */
const SANITIZER_REPORT = /ERROR: AddressSanitizer|runtime error:|WARNING: ThreadSanitizer/
/** Matches also messages with which Node.js or V8 abort. */
const REPORT = new RegExp(`${SANITIZER_REPORT.source}|FATAL ERROR:|# Fatal error`)

/** @type {Record<string, Record<string, string>>} */
const OPTIONS = {
  // The process ends without freeing its memory, so leaks mean nothing. V8 uses an alternative signal stack, too.
  asan: { ASAN_OPTIONS: 'detect_leaks=0:use_sigaltstack=0' },
  // This needs no build of its own. The frames of Node.js, which has no frame pointers, tell whose memory it is.
  lsan: { LSAN_OPTIONS: 'exitcode=0:fast_unwind_on_malloc=0:malloc_context_size=14' },
  ubsan: { UBSAN_OPTIONS: 'print_stacktrace=1' },
  // Node.js is not instrumented, so its own synchronisation is seen where it is that of the C library.
  tsan: { TSAN_OPTIONS: 'exitcode=0:report_signal_unsafe=0:history_size=4' }
}

/** The ThreadSanitizer of GCC 12 does not see pthread_mutex_clocklock(), by which `std::timed_mutex` waits. */
const UNSEEN_LOCK = 'WARNING: ThreadSanitizer: unlock of an unlocked mutex'

const OF_ADDON = /crash_collector|node-v\d+\.node/

/** Frames between an access, or an allocation, and the code that asks for it. */
const OF_LIBRARIES = /libsanitizer|lib[alt]san|libstdc\+\+|libc\.so|operator (?:new|delete)| std::| __gnu_cxx::/

/**
 * Leaves out what Node.js and V8 do, which free little at their end, and whose synchronisation ThreadSanitizer does not
 * see.
 * @param {string} text what LeakSanitizer or ThreadSanitizer has printed
 * @returns {string[]} the reports in which the memory was allocated, or one of the two accesses was made, by the addon
 */
function ownReports (text) {
  const reports = text.split(/^(?=(?:Direct|Indirect) leak of |WARNING: ThreadSanitizer)/m).slice(1)
  return reports.filter(report => {
    if (report.startsWith(UNSEEN_LOCK)) return false
    const [accesses] = report.split(/^ {2}(?:Thread T\d+|Location is|Mutex M\d+) /m)
    return accesses.split(/^(?= {2}\S)/m).some(stack => {
      const frames = [...stack.matchAll(/^ *#\d+ .*$/gm)].map(([frame]) => frame)
      return OF_ADDON.test(frames.find(frame => !OF_LIBRARIES.test(frame)) ?? '')
    })
  })
}

/**
 * @param {string} sanitizer of the build: `asan`, `ubsan`, `tsan`; `lsan` takes any
 * @returns {Record<string, string>} the environment in which Node.js can load an addon with this sanitizer
 */
function sanitizerEnvironment (sanitizer) {
  const library = execFileSync('gcc', [`-print-file-name=lib${sanitizer}.so`], { encoding: 'utf8' }).trim()
  return { LD_PRELOAD: library, ...OPTIONS[sanitizer] }
}

/**
 * @param {string[]} args arguments of Node.js
 * @param {{ env: NodeJS.ProcessEnv, timeout: number, cwd?: string, node?: string }} options timeout: ms; node: the
 *   executable, this Node.js if not given
 * @returns {Promise<{ status: number | null, signal: string | null, text: string }>} text: both streams
 */
function runCollecting (args, { node = process.execPath, ...options }) {
  return new Promise((resolve, reject) => {
    const child = spawn(node, args, {
      ...options,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'pipe', 'pipe']
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', chunk => {
        text += chunk
      })
    }
    child.on('error', reject)
    child.on('close', (status, signal) => resolve({ status, signal, text }))
  })
}

module.exports = { REPORT, SANITIZER_REPORT, ownReports, runCollecting, sanitizerEnvironment }
