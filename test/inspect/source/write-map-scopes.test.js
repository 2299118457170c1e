'use strict'
// The source maps that DevTools gets name the places of the frames.

const t = require('tap')
const { localSourceMap } = require('../../../packages/inspect/cdp/local-source-map')
const { rangesOfMap } = require('../../../packages/inspect/source/map-scopes')

const MAP = { version: 3, sources: ['a.js'], sourcesContent: ['a'], names: ['order'], mappings: 'AAAAA' }

/**
 * @param {string} functionName
 * @param {number} lineNumber
 * @param {number} columnNumber
 */
const place = (functionName, lineNumber, columnNumber) => ({ functionName, lineNumber, columnNumber })

/**
 * @param {Record<string, unknown>} map
 * @param {ReturnType<typeof place>[]} places
 */
const written = (map, places) => JSON.parse(localSourceMap(map, 'file:///app/a.js', { withNames: true, places }))

/** @param {Record<string, unknown>} map */
const namedPlaces = map =>
  rangesOfMap(map).map(({ functionName = '', start, end }) => {
    t.same(end, { ...start, columnNumber: start.columnNumber + 1 })
    return place(functionName, start.lineNumber, start.columnNumber)
  })

const PLACES = [place('await total', 7, 3), place('zoneOf', 0, 1_000_000), place('', 0, 12), place('Order.add', 7, 90)]
const SORTED = [PLACES[2], PLACES[1], PLACES[0], PLACES[3]]

t.test('each place has its name', async t => {
  const map = written(MAP, PLACES)
  t.same(namedPlaces(map), SORTED)
  t.equal(map.names[0], 'order', 'the names of the mappings keep their numbers')
})

t.test('of two frames at one place the first counts', async t => {
  t.same(namedPlaces(written(MAP, [PLACES[0], { ...PLACES[0], functionName: 'total' }])), [PLACES[0]])
})

t.test('a map with sections', async t => {
  const sections = [[0, 0], [0, 20], [7, 50]].map(([line, column]) => ({ offset: { line, column }, map: MAP }))
  const map = written({ version: 3, sections }, PLACES)
  t.same(map.sections.map((/** @type {any} */ each) => rangesOfMap(each.map).length), [1, 2, 1])
  t.same(namedPlaces(map), SORTED)
})

t.test('scopes of the map itself stay', async t => {
  const scopes = 'BFAAA,CAE,EGAA,FE'
  t.match(written({ ...MAP, scopes }, PLACES), { scopes, names: ['order'] })
})
