'use strict'
// Differences that are known, and why they are there.

/** @type {{ reason: string, names: string[] }[]} */
const EXPLAINED = [
  {
    reason: 'errors whose stacks were read stay alive, with functions among their variables (docs/caveats.md)',
    names: [
      'parallel/test-aborted-util.js',
      'parallel/test-fs-opendir.js',
      'parallel/test-fs-promises-file-handle-close.js',
      'parallel/test-fs-read-empty-buffer.js',
      'parallel/test-gc-http-client-connaborted.js',
      'parallel/test-http-server-keepalive-req-gc.js',
      'parallel/test-net-connect-memleak.js',
      'parallel/test-tls-connect-memleak.js',
      'parallel/test-zlib-invalid-input-memory.js',
      'sequential/test-gc-http-client-onerror.js',
      'sequential/test-gc-http-client.js'
    ]
  },
  {
    reason: 'the first asynchronous id is higher by one (docs/caveats.md)',
    names: ['parallel/test-primitive-timer-leak.js', 'parallel/test-repl-async-iife.js']
  },
  {
    reason: 'with --permission and without the right to read the package, a line on stderr says that it cannot start',
    names: ['parallel/test-permission-fs-symlink-target-write.js']
  },
  {
    reason: 'the REPL of Node.js 26 gets an error whose stack is formatted already (docs/caveats.md)',
    names: ['sequential/test-repl-timeout-throw.js']
  },
  {
    reason: 'the settings are read from the environment at the start',
    names: ['parallel/test-trace-env.js']
  }
]

/**
 * @param {string} name of a test, an application or a project
 * @returns {string | undefined}
 */
function explanationOf (name) {
  return EXPLAINED.find(({ names }) => names.includes(name))?.reason
}

module.exports = { explanationOf }
