'use strict'

const neostandard = require('neostandard')

/** Written by compilers and bundlers, or with what only sloppy mode parses. */
const UNLINTED = [
  'test/fixtures/crashes/typescript/**',
  'test/fixtures/crashes/original-members/!(src)/**',
  'test/fixtures/crashes/original-names/!(src)/**',
  'test/fixtures/crashes/scopes/sloppy.js',
  'test/fixtures/tools/**/broken.js',
  'test/fixtures/tools/**/broken/**'
]

/** Programs that crash on purpose, in every way that programs are written in. */
const FIXTURES = [
  'n/handle-callback-err',
  'prefer-promise-reject-errors',
  'n/no-deprecated-api',
  'no-eval',
  'no-extend-native',
  'no-new',
  'no-throw-literal',
  'no-undef',
  'no-unused-vars',
  '@stylistic/max-statements-per-line'
]

/** How all code is written. */
const DIALECT = {
  '@stylistic/arrow-parens': ['error', 'as-needed'],
  '@stylistic/max-len': ['error', { code: 120, tabWidth: 2, ignoreUrls: true }]
}

/** Written in their own ways, on purpose or by a generator. */
const OTHER_DIALECTS = ['test/**/fixtures/**', 'src/redaction/patterns.js']

module.exports = [
  ...neostandard({
    noJsx: true,
    ignores: [
      '**/node_modules/**',
      '.js-debug/**',
      '.nodes/**',
      '.platforms/**',
      '.tap/**',
      'build/**',
      '**/prebuilds/**',
      'types/**',
      ...UNLINTED
    ]
  }),
  { rules: DIALECT },
  {
    files: OTHER_DIALECTS,
    rules: Object.fromEntries(Object.keys(DIALECT).map(rule => [rule, 'off']))
  },
  {
    files: ['test/fixtures/**'],
    linterOptions: { reportUnusedDisableDirectives: 'off' },
    rules: Object.fromEntries(FIXTURES.map(rule => [rule, 'off']))
  }
]
