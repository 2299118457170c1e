'use strict'

const neostandard = require('neostandard')

module.exports = [
  ...neostandard({
    noJsx: true,
    ignores: ['node_modules/**', '**/node_modules/**', '.nodes/**', '.tap/**', 'build/**', 'prebuilds/**', 'types/**']
  }),
  {
    // Programs that crash on purpose, in every way that programs are written in.
    files: ['test/fixtures/**'],
    rules: {
      'no-undef': 'off',
      'no-throw-literal': 'off',
      'no-unused-vars': 'off',
      '@stylistic/max-statements-per-line': 'off'
    }
  }
]
