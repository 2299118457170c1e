'use strict'
// `app.useGlobalInterceptors(crashDumps)` with `crash-collector/nest`: an interceptor of Nest. Nest hands errors of
// controllers to its exception filters, before express or fastify see them. Nothing of Nest or of rxjs is imported,
// because several copies of these may be installed.

const crashCollector = require('../index')

module.exports = {
  /**
   * @param {{ switchToHttp: () => { getResponse: () => any }, getType: () => string }} context
   * @param {{ handle: () => any }} next
   * @returns {any} an Observable that gives what the handler's gives
   */
  intercept (context, next) {
    const handled = next.handle()
    if (context.getType() !== 'http') return handled
    const response = context.switchToHttp().getResponse()
    return new handled.constructor((/** @type {any} an Observer of rxjs */ observer) =>
      handled.subscribe({
        next: (/** @type {any} */ value) => observer.next(value),
        error (/** @type {unknown} */ error) {
          // With fastify the response of node:http is behind its reply.
          crashCollector.requestFailed(error, { framework: 'nest', response: response.raw ?? response })
          observer.error(error)
        },
        complete: () => observer.complete()
      })
    )
  }
}
