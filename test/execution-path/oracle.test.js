'use strict'
// Compares paths with V8's own coverage: what the path of a request says is what has run in the process while the
// request ran alone.

const t = require('tap')

const { skippedWithout } = require('../helpers/ecosystem')
const { requests, startService } = require('../helpers/path-service')

/** @typedef {{ startOffset: number, endOffset: number, count: number }} Range */

/**
 * @param {{ url: string, functions: { ranges: Range[] }[] }[]} scripts of V8's coverage
 * @returns {(step: string) => boolean} true if the code at the place of a step has run
 */
function hasRunBy (scripts) {
  const files = new Map(scripts.map(({ url, functions }) => [url.slice(url.lastIndexOf('/') + 1), functions]))
  return step => {
    const [file, offset] = step.split(':')
    const around = (files.get(file) ?? [])
      .flatMap(({ ranges }) => ranges)
      .filter(({ startOffset, endOffset }) => startOffset <= Number(offset) && Number(offset) < endOffset)
    around.sort((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))
    return around.length > 0 && around[0].count > 0
  }
}

/**
 * @param {{ url: string, functions: { functionName: string, ranges: Range[] }[] }[]} scripts
 * @param {string[]} steps
 * @returns {string[]} functions that have run although no step is in them. A generator that is resumed has steps, but
 *   is not entered again
 */
function lackingFunctions (scripts, steps) {
  const places = steps.map(step => step.split(':'))
  return scripts.flatMap(({ url, functions }) => {
    const file = url.slice(url.lastIndexOf('/') + 1)
    return functions
      .filter(({ ranges: [{ count, startOffset, endOffset }] }) => {
        const isIn = ([of, start, end]) => of === file && Number(start) >= startOffset && Number(end) <= endOffset
        return count > 0 && startOffset > 0 && !places.some(isIn)
      })
      .map(({ functionName, ranges: [{ startOffset }] }) => `${file}:${startOffset} ${functionName}`)
  })
}

for (const face of /** @type {const} */ (['http', 'express', 'fastify'])) {
  t.test(`a path has the functions and blocks that V8 says have run, by ${face}`, async t => {
    if (face === 'fastify' && skippedWithout(t, face)) return
    const counted = await startService(t, face, {}, ['coverage'])
    const traced = await startService(t, face)
    for (const [i, request] of requests.entries()) {
      for (const service of [counted, traced]) await service.send(request, `warm${i}`)
    }
    await counted.ask('coverage')
    await traced.paths(requests.length)
    for (const [i, request] of requests.entries()) {
      const [name, n] = request
      const answer = await counted.send(request, `${i}`)
      const scripts = await counted.ask('coverage')
      t.equal(await traced.send(request, `${i}`), answer, `${name} ${n}: the same answer`)
      const steps = (await traced.paths(1)).get(`${i}`)?.steps ?? []
      const hasRun = hasRunBy(scripts)
      t.same(steps.filter(step => !hasRun(step)), [], `${name} ${n}: nothing that has not run`)
      t.same(lackingFunctions(scripts, steps), [], `${name} ${n}: all functions`)
    }
  })
}
