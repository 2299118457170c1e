'use strict'
// Tools and frameworks that run a project of test/fixtures/tools without and with the collector. Versions are
// pinned, and are no dependencies of this package: `npm run test:compat -- tools` installs them in a folder of its own.

/**
 * @typedef {object} Tool
 * @property {string} name
 * @property {Record<string, string>} packages name -> version
 * @property {string} project in test/fixtures/tools
 * @property {string} [sources] folder of an installed package, which becomes the folder `src` of the project
 * @property {string[][]} runs arguments of Node.js, one process after the other
 * @property {Record<string, string>} [env]
 * @property {string[]} [outputs] folders of the project whose files are compared
 * @property {number} [since] first major version of Node.js on which it runs
 */

const RXJS = { rxjs: '7.8.2' }
const JEST = { jest: '30.5.2', '@babel/plugin-transform-modules-commonjs': '7.28.6' }
const VITEST = '5.1.1'
const REACT = { react: '19.3.1', 'react-dom': '19.3.1' }
/** A file that collects coverage has no more than the lines, functions and branches of its sources. */
const COVERAGE = ['coverage']

/** @param {string} provider @returns {Tool} */
const jestOf = provider => ({
  name: `jest, ${provider} coverage`,
  packages: JEST,
  project: 'tests',
  runs: [
    [
      ...['../node_modules/jest/bin/jest.js', '--ci', '--maxWorkers=2', '--reporters=./jest-tap.js'],
      ...['--coverage', `--coverageProvider=${provider}`, '--coverageReporters=json', '--coverageReporters=text']
    ]
  ],
  outputs: COVERAGE
})

/** @param {string} provider @returns {Tool} */
const vitestOf = provider => ({
  name: `vitest, ${provider} coverage`,
  packages: { vitest: VITEST, [`@vitest/coverage-${provider}`]: VITEST },
  project: 'tests',
  runs: [
    [
      ...['../node_modules/vitest/vitest.mjs', 'run', '--reporter=tap-flat', '--no-file-parallelism'],
      ...['--coverage.enabled', `--coverage.provider=${provider}`]
    ]
  ],
  outputs: COVERAGE,
  since: 22
})

/** @param {string} version */
const nextOf = version => ({
  name: `next ${version}`,
  packages: { next: version, ...REACT },
  project: 'next',
  runs: [['../node_modules/next/dist/bin/next', 'build'], ['serve.mjs']],
  env: { NEXT_TELEMETRY_DISABLED: '1' },
  outputs: ['.next/static']
})

/** @param {string} version */
const typescriptOf = version => ({
  name: `TypeScript ${version}`,
  packages: { typescript: version, ...RXJS },
  project: 'typescript',
  sources: 'rxjs/src',
  runs: [
    ['../node_modules/typescript/bin/tsc', '--project', '.'],
    ['../node_modules/typescript/bin/tsc', '--project', 'strict.json', '--pretty', 'false']
  ],
  outputs: ['dist']
})

/** @type {Tool[]} */
const TOOLS = [
  jestOf('v8'),
  jestOf('babel'),
  vitestOf('v8'),
  vitestOf('istanbul'),
  nextOf('15.5.29'),
  nextOf('16.4.6'),
  {
    name: 'vite',
    packages: { vite: '8.3.8', ...RXJS },
    project: 'vite',
    runs: [['../node_modules/vite/bin/vite.js', 'build'], ['serve.mjs']],
    outputs: ['dist']
  },
  {
    name: 'webpack',
    packages: { webpack: '5.112.2', 'webpack-cli': '7.3.1', ...RXJS },
    project: 'webpack',
    runs: [
      ['../node_modules/webpack/bin/webpack.js'],
      ['../node_modules/webpack/bin/webpack.js', '--config', 'broken.config.js']
    ],
    outputs: ['dist']
  },
  typescriptOf('5.9.3'),
  typescriptOf('7.0.2'),
  {
    name: 'prettier',
    packages: { prettier: '3.10.1', ...RXJS },
    project: 'prettier',
    sources: 'rxjs/src',
    runs: [
      ['../node_modules/prettier/bin/prettier.cjs', '--check', '.'],
      ['../node_modules/prettier/bin/prettier.cjs', '--write', '.']
    ],
    outputs: ['src', 'broken']
  }
]

module.exports = { TOOLS }
