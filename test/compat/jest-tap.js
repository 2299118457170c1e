'use strict'
// A reporter of jest: writes the result of each test in TAP, with what failed. Files come in the order of their names,
// so that two runs write the same.

const path = require('node:path')

module.exports = class {
  /**
   * @param {unknown} _contexts
   * @param {{ testResults: {
   *   testFilePath: string,
   *   testExecError?: { message: string },
   *   testResults: { fullName: string, status: string, failureMessages: string[] }[]
   * }[] }} results
   */
  onRunComplete (_contexts, { testResults: files }) {
    const lines = []
    for (const { testFilePath, testExecError, testResults } of files.toSorted(byPath)) {
      const file = path.relative(process.cwd(), testFilePath)
      if (testExecError !== undefined) lines.push(`not ok 1 - ${file}`, ...testExecError.message.split('\n'))
      for (const { fullName, status, failureMessages } of testResults) {
        lines.push(`${status === 'failed' ? 'not ok' : 'ok'} ${lines.length + 1} - ${file}: ${oneLine(fullName)}`)
        for (const message of failureMessages) lines.push(...message.split('\n').map(line => `# ${line}`))
      }
    }
    process.stdout.write(`${lines.join('\n')}\n`)
  }
}

/** @param {{ testFilePath: string }} a @param {{ testFilePath: string }} b */
const byPath = (a, b) => (a.testFilePath < b.testFilePath ? -1 : 1)

/** @param {string} name */
const oneLine = name => name.replaceAll('\n', ' ')
