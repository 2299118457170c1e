'use strict'
// What applications load beside the collector, and the flags of Node.js with which they run. Versions are pinned, and
// are no dependencies of this package: `npm run test:compat -- beside` installs them in a folder of its own.

/**
 * @typedef {object} Beside
 * @property {string} name
 * @property {Record<string, string>} [packages] name -> version
 * @property {string[]} [preloads] options of Node.js that load the other packages; tried before and after ours
 * @property {string[]} [flags] of Node.js
 * @property {string} [program] in test/fixtures/compat; default: shop.js
 * @property {Record<string, string>} [env]
 * @property {string} [bundle] options of esbuild, which makes one file of the program
 * @property {number} [since] first major version of Node.js that has it
 * @property {number} [until] last major version of Node.js on which the packages can be loaded
 * @property {string} [needs] a variable of the environment without which it does not run; says where a service is
 * @property {string} [noVariables] why the dump can't have variables
 */

/** Agents get an address at which nobody listens. */
const NOBODY = 'http://127.0.0.1:9'
const ESBUILD = { esbuild: '0.28.2' }

/** @type {Beside[]} */
const WITHOUT_PACKAGES = [
  { name: 'nothing' },
  { name: 'ES modules', program: 'shop.mjs' },
  { name: 'another preload', preloads: ['--require ./other-preload.js'] },
  {
    name: 'three other preloads',
    preloads: ['--require ./other-preload.js', '--import ./other-hooks.mjs', '--require ./agents/nothing.js']
  },
  { name: '--enable-source-maps', flags: ['--enable-source-maps'] },
  { name: '--frozen-intrinsics', flags: ['--frozen-intrinsics'] },
  { name: '--disable-proto=delete', flags: ['--disable-proto=delete'] },
  { name: '--disable-proto=throw', flags: ['--disable-proto=throw'] },
  { name: 'type stripping', program: 'shop.ts', since: 24 },
  { name: 'compile cache', env: { NODE_COMPILE_CACHE: 'compile-cache' }, since: 22 },
  {
    name: '--permission',
    program: 'shop.mjs',
    flags: ['--permission', '--allow-addons', '--allow-fs-read=*', '--allow-fs-write=*'],
    since: 24
  },
  {
    name: '--permission without addons',
    program: 'shop.mjs',
    flags: ['--permission', '--allow-fs-read=*', '--allow-fs-write=*'],
    since: 24,
    noVariables: 'the addon is not allowed'
  }
]

/** @type {Beside[]} */
const WITH_PACKAGES = [
  {
    name: '@sentry/node with local variables',
    packages: { '@sentry/node': '11.12.0' },
    preloads: ['--require ./agents/sentry.js']
  },
  {
    name: 'OpenTelemetry',
    packages: { '@opentelemetry/api': '1.10.0', '@opentelemetry/auto-instrumentations-node': '0.82.0' },
    preloads: ['--require @opentelemetry/auto-instrumentations-node/register'],
    env: { OTEL_TRACES_EXPORTER: 'none', OTEL_METRICS_EXPORTER: 'none', OTEL_LOGS_EXPORTER: 'none' }
  },
  {
    name: 'dd-trace',
    packages: { 'dd-trace': '6.21.0' },
    preloads: ['--require dd-trace/init'],
    env: { DD_TRACE_AGENT_URL: NOBODY, DD_TRACE_STARTUP_LOGS: 'false', DD_INSTRUMENTATION_TELEMETRY_ENABLED: 'false' }
  },
  {
    name: 'elastic-apm-node',
    packages: { 'elastic-apm-node': '4.18.0' },
    preloads: ['--require elastic-apm-node/start.js'],
    env: {
      ELASTIC_APM_SERVER_URL: NOBODY,
      ELASTIC_APM_LOG_LEVEL: 'off',
      ELASTIC_APM_CENTRAL_CONFIG: 'false',
      ELASTIC_APM_CLOUD_PROVIDER: 'none'
    }
  },
  {
    name: 'newrelic',
    packages: { newrelic: '14.5.1' },
    preloads: ['--require newrelic'],
    env: {
      NEW_RELIC_APP_NAME: 'shop',
      NEW_RELIC_LICENSE_KEY: 'a'.repeat(40),
      NEW_RELIC_HOST: '127.0.0.1',
      NEW_RELIC_PORT: '9',
      NEW_RELIC_LOG_ENABLED: 'false',
      NEW_RELIC_NO_CONFIG_FILE: 'true'
    }
  },
  {
    name: 'source-map-support, bundled and minified',
    packages: { ...ESBUILD, 'source-map-support': '0.5.21' },
    preloads: ['--require source-map-support/register'],
    bundle: '--minify --sourcemap'
  },
  {
    name: '--enable-source-maps, bundled and minified',
    packages: ESBUILD,
    flags: ['--enable-source-maps'],
    bundle: '--minify --sourcemap'
  },
  { name: 'bundled and minified, without a map', packages: ESBUILD, bundle: '--minify' },
  {
    name: 'tsx',
    packages: { tsx: '4.23.15' },
    preloads: ['--import tsx'],
    program: 'shop.ts'
  },
  {
    name: 'ts-node',
    packages: { 'ts-node': '10.9.2', typescript: '5.9.3', '@types/node': '24.10.1' },
    preloads: ['--require ts-node/register'],
    program: 'shop.ts',
    env: { TS_NODE_TRANSPILE_ONLY: 'true', TS_NODE_COMPILER_OPTIONS: '{"module":"commonjs"}' }
  },
  {
    name: 'swc',
    packages: { '@swc-node/register': '1.12.1', '@swc/core': '1.16.22', typescript: '5.9.3' },
    preloads: ['--require @swc-node/register'],
    program: 'shop.ts'
  },
  { name: 'memfs in the place of node:fs', packages: { memfs: '4.80.1', 'fs-monkey': '1.1.0' }, program: 'memfs.js' },
  { name: 'mock-fs', packages: { 'mock-fs': '5.5.0' }, program: 'mock-fs.js', until: 24 },
  { name: "sinon's fake timers", packages: { sinon: '22.1.0' }, program: 'fake-timers.js' },
  {
    // Its addon must be compiled where the C++ library is older than that of its build machine.
    name: 'isolated-vm',
    packages: { 'isolated-vm': '7.0.1' },
    program: 'isolates.js',
    flags: ['--no-node-snapshot'],
    since: 24
  },
  { name: 'rxjs', packages: { rxjs: '7.8.2' }, program: 'observables.js' },
  { name: 'socket.io', packages: { 'socket.io': '4.8.4', 'socket.io-client': '4.8.4' }, program: 'sockets.js' },
  {
    name: 'pg and knex',
    packages: { pg: '8.23.1', knex: '3.3.0' },
    program: 'database.js',
    // pg takes the port, the user and the database from the same family of variables.
    needs: 'PGHOST'
  }
]

module.exports = { WITHOUT_PACKAGES, WITH_PACKAGES }
