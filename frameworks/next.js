'use strict'
// `export { onRequestError } from 'crash-collector/next'` in the file `instrumentation.js` of an application with
// Next.js. The collector itself must not get into the bundles that Next.js makes, so this file imports nothing, and
// asks the collector that the preload has started (register() of lib/start.js).

/**
 * Called by Next.js with an error of a server component, a route handler, a server action or the proxy
 * (https://nextjs.org/docs/app/api-reference/file-conventions/instrumentation#onrequesterror-optional).
 * @param {unknown} error
 * @param {{ path: string, method: string }} request
 * @param {{ routePath?: string }} context
 * @returns {void}
 */
exports.onRequestError = function onRequestError (error, { method, path }, { routePath }) {
  // In the edge runtime there is no such function, and no collector.
  const { _fatalException: fatalException } = /** @type {any} */ (globalThis.process ?? {})
  if (fatalException?.name !== 'crashCollectorFatalException') return
  const collector = fatalException(Symbol.for('crash-collector.api'))?.api
  collector?.requestFailed(error, { framework: 'next', method, url: path, route: routePath })
}
