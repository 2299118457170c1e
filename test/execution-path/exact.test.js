'use strict'
// Requests that run at the same time have the very paths that they have alone, by plain node:http and by two
// frameworks.

const path = require('node:path')

const t = require('tap')

const { skippedWithout } = require('../helpers/ecosystem')
const { temporaryDirectory } = require('../helpers/crash')
const { comparable, requests, startService } = require('../helpers/path-service')
const { runNode } = require('../helpers/run-node')

const TOTAL = 1000
const AT_ONCE = 50

/** @param {number} number of a request @returns {number} index of its kind */
const kindOf = number => (number * 7) % requests.length

for (const face of /** @type {const} */ (['express', 'fastify', 'http'])) {
  t.test(`${TOTAL} requests, ${AT_ONCE} at once, by ${face}`, async t => {
    if (face === 'fastify' && skippedWithout(t, face)) return
    const service = await startService(t, face)
    // The first time some code runs that never runs again.
    for (const [i, request] of requests.entries()) await service.send(request, `warm${i}`)
    await service.paths(requests.length)
    for (const [i, request] of requests.entries()) await service.send(request, `alone${i}`)
    const alone = await service.paths(requests.length)
    const kinds = new Set([...alone.values()].map(({ steps }) => steps.join()))
    t.ok(kinds.size >= requests.length - 5, `${kinds.size} paths of ${requests.length} requests differ`)

    let sent = 0
    const sendOn = async () => {
      while (sent < TOTAL) {
        const number = sent++
        await service.send(requests[kindOf(number)], `at-once${number}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, sendOn))
    const together = await service.paths(TOTAL)
    const wrong = Array.from({ length: TOTAL }, (_, number) => {
      const path = together.get(`at-once${number}`)
      const expected = alone.get(`alone${kindOf(number)}`)
      if (path === undefined || expected === undefined) return `no path of request ${number}`
      return comparable(path).join() === comparable(expected).join() ? '' : path.name
    })
    t.same(wrong.filter(each => each !== ''), [])
  })
}

t.test('a body in several packets belongs to its request', async t => {
  const service = await startService(t, 'http')
  const [, , body] = requests[requests.length - 2]
  await service.send(['json', 0, body], 'whole')
  await service.send(['json', 0, body], 'packets', [body.slice(0, 9), body.slice(9, 20), body.slice(20)])
  const paths = await service.paths(2)
  t.ok(paths.get('whole').steps.length > 10)
  t.same(paths.get('packets').steps, paths.get('whole').steps)
})

t.test('a callback that a pool calls on behalf of another request is named in both paths', async t => {
  const service = await startService(t, 'express')
  await Promise.all(Array.from({ length: 8 }, (_, i) => service.send(['unbound', i * 10], `unbound${i}`)))
  const paths = [...(await service.paths(8)).values()]
  const lacking = paths.filter(({ steps }) => !steps.some(step => /:(branch|statement)$/.test(step)))
  t.ok(paths.some(({ changes }) => changes.some(({ ran }) => ran === 'here')))
  t.ok(paths.some(({ changes }) => changes.some(({ ran }) => ran === 'elsewhere')))
  for (const path of lacking) t.ok(path.changes.some(({ ran }) => ran === 'elsewhere'), path.name)
})

t.test('with a sample the other requests have no path and inherit none', async t => {
  const service = await startService(t, 'http', { CRASH_COLLECTOR_EXECUTION_PATH: '3' })
  for (let i = 0; i < 20; i++) await service.send(['hello', 0], `first${i}`)
  await service.paths(20)
  const sent = Array.from({ length: 30 }, (_, i) => service.send(['bus', 4], `bus${i}`))
  await Promise.all(sent)
  const paths = [...(await service.paths(10)).values()]
  t.equal(paths.length, 10)
  t.same(new Set(paths.map(({ steps }) => steps.join())).size, 1)
  for (const { name, key } of paths) t.equal(name, `GET /bus?n=4&key=${key}`)
})

t.test('between few requests that have a path nothing is attributed, and each of them has its own', async t => {
  const service = await startService(t, 'http', { CRASH_COLLECTOR_EXECUTION_PATH: '15' })
  for (let i = 0; i < 20; i++) await service.send(['hello', 0], `first${i}`)
  await service.paths(20)
  for (let i = 0; i < 60; i++) await service.send(['bus', 4], `bus${i}`)
  const paths = await service.paths(4)
  t.same([...paths.keys()], ['bus0', 'bus15', 'bus30', 'bus45'])
  t.equal(new Set([...paths.values()].map(({ steps }) => steps.join())).size, 1)
})

t.test('a store that the application enters in a request is there as without paths, and the path goes on', async t => {
  const program = path.join(__dirname, '../fixtures/execution-path/enter-with.js')
  const root = path.join(__dirname, '../..')
  const cwd = temporaryDirectory(t)
  const answersOf = async (/** @type {string[]} */ args, /** @type {NodeJS.ProcessEnv} */ env) => {
    const { stdout, stderr } = await runNode(args, { cwd, env })
    t.equal(stderr, '')
    return JSON.parse(stdout)
  }
  const without = await answersOf([program], {})
  const { answers, outside } = await answersOf(['--require', root, program, root], {
    CRASH_COLLECTOR_EXECUTION_PATH: 'request'
  })
  t.ok(answers.every((/** @type {{ isOwn: boolean }} */ { isOwn }) => isOwn))
  const unowned = answers.map((/** @type {object} */ answer) => ({ ...answer, isOwn: false }))
  t.strictSame({ answers: unowned, outside }, without)
})

t.test('jobs within jobs', async t => {
  const root = path.join(__dirname, '../..')
  const program = path.join(__dirname, '../fixtures/execution-path/nested-jobs.js')
  const { stdout, stderr } = await runNode(['--require', root, program, root], {
    cwd: temporaryDirectory(t),
    env: { CRASH_COLLECTOR_EXECUTION_PATH: 'request' }
  })
  t.equal(stderr, '')
  const nestedIn = (/** @type {string} */ name) => [
    `before: ${name}`,
    'inside: inner',
    'deeper: innermost',
    'inside again: inner',
    `after: ${name}`,
    'inside, before the throw: throwing',
    `after the throw: ${name}`
  ]
  t.same(JSON.parse(stdout), [
    ...nestedIn('none'),
    'outside: none',
    ...nestedIn('none'),
    ...nestedIn('outer'),
    ...nestedIn('outer'),
    'of what was made before: none',
    'after what was made before: outer',
    'of what outer made: outer',
    'inside, after that: inner',
    'a: a',
    'b: b',
    'in a callback: outer',
    'a: a',
    'b: b',
    'at the end: outer',
    'outside again: none'
  ])
})

t.test('work that requests share is named in each path', async t => {
  const service = await startService(t, 'http')
  await service.send(['shared', 1], 'alone')
  const [alone] = (await service.paths(1)).values()
  t.same(alone.changes, [])
  await Promise.all([0, 1, 2].map(i => service.send(['shared', 3], `shared${i}`)))
  for (const { key, changes } of (await service.paths(3)).values()) {
    t.equal(changes.length, 1, key)
    t.match(changes, [{ ran: 'shared', other: /^GET \/shared\?n=3&key=shared\d$/ }])
    t.notOk(changes[0].other.endsWith(key))
  }
})

t.test('a function chooses requests, and one that throws chooses none', async t => {
  const service = await startService(t, 'http', undefined, ['chosen'])
  for (let i = 0; i < 20; i++) await service.send(['hello', 0], `first${i}`)
  await service.paths(20)
  for (const [i, choice] of ['', 'take', 'throw', 'take', ''].entries()) {
    t.match(await service.send(['bus', 4], `bus${i}`, undefined, { 'x-choice': choice }), /^200/)
  }
  const paths = await service.paths(2)
  t.same([...paths.keys()].sort(), ['bus1', 'bus3'])
  const [first, second] = paths.values()
  t.same(first.steps, second.steps)
})

t.test('without the setting there is no path', async t => {
  const service = await startService(t, 'http', {})
  await service.send(['hello', 0], 'off')
  t.same(await service.ask('paths'), [])
})
