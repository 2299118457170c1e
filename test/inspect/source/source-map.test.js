'use strict'

const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { pathToFileURL } = require('node:url')
const t = require('tap')
const { readDump } = require('../../../packages/inspect/reader')
const { Scripts } = require('../../../packages/inspect/cdp/scripts')
const { SourceMaps } = require('../../../packages/inspect/source/source-map')
const { SourceMapBudget } = require('../../../packages/inspect/source/source-map-budget')
const { renderDump } = require('../../../packages/inspect/show')
const { makeDump } = require('../../helpers/make-dump')

const ORIGINAL =
  'type Line = { price: number }\n\nexport function priceOf (line: Line): number {\n  return line.price\n}\n'
const GENERATED = 'function priceOf(line) {\n    return line.price;\n}\n'
// Line 2 column 11 of the code that ran is line 4 column 9 of the original.
const MAP = {
  version: 3,
  file: 'order.js',
  sourceRoot: '',
  sources: ['../src/order.ts'],
  names: ['priceOf'],
  mappings: 'AAEA;WACS'
}

/**
 * @param {import('tap').Test} t
 * @param {object} script fields of the record
 */
async function dumpWith (t, script) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'source-map-'))
  t.teardown(() => fs.rmSync(directory, { recursive: true }))
  const file = makeDump(path.join(directory, 'a.ccdump'), [
    { kind: 'exception', value: { type: 'string', value: 'x' }, description: 'x' },
    {
      kind: 'callFrame',
      index: 0,
      functionName: 'priceOf',
      url: 'file:///app/dist/order.js',
      scriptId: '1',
      lineNumber: 1,
      columnNumber: 11,
      internal: false,
      this: { type: 'undefined' },
      scopeChain: []
    },
    { kind: 'process', cwd: '/app' },
    { kind: 'script', scriptId: '1', url: '/app/dist/order.js', length: GENERATED.length, source: GENERATED, ...script }
  ])
  const dump = await readDump(file)
  return {
    dump,
    maps: new SourceMaps(dump),
    frame: dump.callFrames[0],
    text: () => renderDump(dump, new SourceMaps(dump), { columns: 80, all: false, isTerminal: false })
  }
}

const withContent = JSON.stringify({ ...MAP, sourcesContent: [ORIGINAL] })
const MAPPED = { url: 'file:///app/src/order.ts', lineNumber: 3, columnNumber: 9 }

t.test('a map beside the script', async t => {
  const { maps, frame, text } = await dumpWith(t, { sourceMapURL: 'order.js.map', sourceMap: withContent })
  t.same(maps.original(frame), MAPPED)
  t.match(
    text(),
    /^src\/order\.ts:4:10\nran as dist\/order\.js:2:12\n[^]*^> 4 \| {3}return line\.price\n {4}\| {10}\^$/m
  )
  t.match(text(), /^#0 {2}priceOf {2}src\/order\.ts:4:10$/m)
})

t.test('a map that the dump only names, from the working copy', async t => {
  const before = process.cwd()
  const directory = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'source-map-')))
  t.teardown(() => {
    process.chdir(before)
    fs.rmSync(directory, { recursive: true })
  })
  const outside = path.join(directory, 'order.js.map')
  const inside = path.join(directory, 'app', 'dist', 'order.js.map')
  fs.mkdirSync(path.dirname(inside), { recursive: true })
  fs.writeFileSync(outside, withContent)
  fs.writeFileSync(inside, withContent)
  fs.writeFileSync(inside.replace('.map', '.txt'), withContent)
  process.chdir(path.join(directory, 'app'))
  const url = inside.replace('.map', '')
  const { dump, maps, frame } = await dumpWith(t, { url, sourceMapURL: 'order.js.map' })
  t.equal(maps.original(frame).lineNumber, 3)
  t.equal(maps.resolve(frame).source, ORIGINAL)
  t.match(new Scripts(dump).announcements()[0].sourceMapURL, /^data:application\/json;base64,/, 'debuggers get it too')
  fs.mkdirSync('..data')
  fs.writeFileSync('..data/order.js.map', withContent)
  const linked = await dumpWith(t, { url, sourceMapURL: '../..data/order.js.map' })
  t.equal(linked.maps.original(linked.frame).lineNumber, 3, 'two dots may begin a name')
  for (const [why, sourceMapURL] of [
    ['not there', 'none.js.map'],
    ['outside of the working directory', '../../order.js.map'],
    ['no map by its name', 'order.js.txt'],
    ['of another machine', 'http://127.0.0.1:9/order.js.map']
  ]) {
    const { dump, maps, frame } = await dumpWith(t, { url, sourceMapURL })
    t.equal(maps.original(frame), undefined, why)
    t.equal(new Scripts(dump).announcements()[0].sourceMapURL, '', why)
  }
})

t.test('what is passed on has files of this machine only if the program is that of this machine', async t => {
  const before = process.cwd()
  const directory = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'source-map-')))
  t.teardown(() => {
    process.chdir(before)
    fs.rmSync(directory, { recursive: true })
  })
  const write = (/** @type {string} */ name, /** @type {string} */ text) => {
    fs.mkdirSync(path.dirname(path.join(directory, name)), { recursive: true })
    fs.writeFileSync(path.join(directory, name), text)
  }
  const own = `${GENERATED}//# sourceMappingURL=order.js.map\n`
  write('dist/order.js', own)
  write('dist/order.js.map', JSON.stringify(MAP))
  write('dist/other.js.map', withContent)
  write('src/order.ts', ORIGINAL)
  process.chdir(directory)
  const url = path.join(directory, 'dist/order.js')
  const sources = async (/** @type {object} */ script) => {
    const { maps, frame } = await dumpWith(t, { url, source: own, ...script })
    return [maps.resolve(frame).source, maps.resolve(frame, { forOthers: true }).source]
  }
  const named = { sourceMapURL: 'order.js.map' }
  t.same(await sources({ ...named, sourceMap: JSON.stringify(MAP) }), [ORIGINAL, ORIGINAL])
  t.same(await sources(named), [ORIGINAL, ORIGINAL])
  const otherMap = JSON.stringify({ ...MAP, sources: ['../src/order.ts', 'a.ts'] })
  t.same(await sources({ ...named, sourceMap: otherMap }), [ORIGINAL, own])
  const otherText = `${own}// not here\n`
  t.same(await sources({ ...named, sourceMap: JSON.stringify(MAP), source: otherText }), [ORIGINAL, otherText])
  t.same(await sources({ sourceMapURL: 'other.js.map' }), [ORIGINAL, own])
  t.same(await sources({ ...named, sourceMap: withContent, source: otherText }), [ORIGINAL, ORIGINAL], 'in the dump')
})

t.test('a map in sections', async t => {
  const sections = (/** @type {number[]} */ ...lines) =>
    JSON.stringify({
      version: 3,
      sections: lines.map(line => ({ offset: { line, column: 0 }, map: JSON.parse(withContent) }))
    })
  const { maps, frame } = await dumpWith(t, { sourceMap: sections(0, 3), sourceMapURL: 'order.js.map' })
  t.same(maps.original(frame), MAPPED)
  t.equal(maps.resolve(frame).source, ORIGINAL)
  t.same(maps.original({ ...frame, lineNumber: 4 }), MAPPED, 'in the second')
  const far = await dumpWith(t, { sourceMap: sections(0, 4e9), sourceMapURL: 'order.js.map' })
  t.equal(far.maps.original(far.frame), undefined, 'lines without number are not counted')
})

t.test('what maps may cost', async t => {
  const shown = async (/** @type {object} */ map, script = {}) => {
    const { dump, maps, frame } = await dumpWith(t, {
      sourceMap: JSON.stringify(map),
      sourceMapURL: 'order.js.map',
      ...script
    })
    const place = maps.original(frame)
    t.equal(
      new Scripts(dump).announcements()[0].sourceMapURL === '',
      place === undefined,
      'debuggers get it where it is used'
    )
    return place
  }
  const behind = (/** @type {number} */ separators) => ({ ...MAP, mappings: MAP.mappings + ';'.repeat(separators - 1) })
  t.same(await shown(behind(1_000_000)), MAPPED, 'more lines than anybody writes')
  t.equal(await shown({ ...MAP, mappings: ';'.repeat(9e6) + MAP.mappings }), undefined, 'lines without number')
  t.equal(await shown({ ...MAP, mappings: `${MAP.mappings};${'A,'.repeat(9e6)}A` }), undefined, 'segments')
  const many = (/** @type {number} */ sources, /** @type {number} */ root) => ({
    ...MAP,
    sourceRoot: 'r'.repeat(root),
    sources: [...MAP.sources, ...Array(sources).fill('')]
  })
  t.ok(await shown(many(10_000, 1000)))
  t.equal(await shown(many(1_000_000, 1_000_000)), undefined, 'sources, each with the root of all')
  t.equal(await shown({ ...MAP, mappings: [[[0, 0, 0, 0]]] }), undefined, 'what no tool writes')
  let deep = `{"version":3,"sections":[${withContent.replace(/^/, '{"offset":{"line":0,"column":0},"map":')}}]}`
  t.same(await shown(JSON.parse(deep)), MAPPED, 'sections')
  deep =
    '{"version":3,"sections":[{"offset":{"line":0,"column":0},"map":'.repeat(100_000) +
    withContent +
    '}]}'.repeat(100_000)
  t.equal(
    (await dumpWith(t, { sourceMap: deep, sourceMapURL: 'order.js.map' })).maps.original({
      scriptId: '1',
      url: '',
      lineNumber: 1,
      columnNumber: 11
    }),
    undefined,
    'sections in sections'
  )
})

t.test('what the maps of a dump may cost together', async t => {
  const room = new SourceMapBudget({ characters: 1000, segments: 10 })
  const map = (/** @type {object} */ more = {}) => ({
    text: JSON.stringify({ version: 3, sources: ['a'], names: [], mappings: 'A;;;A,A', ...more }),
    url: 'file:///a.map'
  })
  t.ok(room.parse(map()))
  t.equal(room.parse(map({ mappings: ';'.repeat(6) }))?.mappings, ';'.repeat(6), 'the last segment')
  t.equal(room.parse(map({ mappings: ';' })), null, 'one more')
  t.equal(room.isSpent, true)
  const whole = map().text.length + 'file:///a.map'.length
  const two = new SourceMapBudget({ characters: 2 * whole })
  t.ok(two.parse(map()))
  t.ok(two.parse(map()))
  t.equal(new SourceMapBudget({ characters: whole - 1 }).parse(map()), null)
  t.equal(two.parse(map()), null)
})

t.test('an inline map, in base64 and not', async t => {
  for (const url of [
    `data:application/json;base64,${Buffer.from(withContent).toString('base64')}`,
    `data:application/json;charset=utf-8;base64,${Buffer.from(withContent).toString('base64')}`,
    `data:application/json,${encodeURIComponent(withContent)}`
  ]) {
    const { maps, frame } = await dumpWith(t, { sourceMapURL: url })
    t.same(maps.original(frame), MAPPED, url.slice(0, 45))
    t.equal(maps.resolve(frame).source, ORIGINAL)
  }
})

t.test('a debugger gets a map that makes it load nothing from elsewhere', async t => {
  const told = async (/** @type {object} */ map, script = {}) => {
    const inline = `data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`
    const [own, data] = await Promise.all(
      [{ sourceMapURL: 'order.js.map', sourceMap: JSON.stringify(map) }, { sourceMapURL: inline }].map(async fields => {
        const { dump } = await dumpWith(t, { ...fields, ...script })
        const { sourceMapURL } = new Scripts(dump).announcements()[0]
        return sourceMapURL === ''
          ? null
          : JSON.parse(Buffer.from(sourceMapURL.replace(/^data:application\/json;base64,/, ''), 'base64').toString())
      })
    )
    if (!('url' in script)) t.same(own, data, 'inline or not')
    return data
  }
  const note = /not in the dump/
  t.same(await told(JSON.parse(withContent)), {
    version: 3,
    file: 'order.js',
    sources: ['file:///app/src/order.ts'],
    names: ['priceOf'],
    mappings: 'AAEA;WACS',
    sourcesContent: [ORIGINAL]
  })
  const urls = [
    '../src/order.ts',
    'http://127.0.0.1:9/a.ts',
    'https://x.invalid/b.ts',
    '//x.invalid/c.ts',
    '\\\\x.invalid\\d.ts',
    'file://x.invalid/e.ts',
    'file:////x.invalid/f.ts',
    'file:///%5C%5Cx.invalid/g.ts',
    'webpack://shop/h.ts',
    null
  ]
  const resolved = [
    'file:///app/src/order.ts',
    'http://127.0.0.1:9/a.ts',
    'https://x.invalid/b.ts',
    null,
    null,
    null,
    null,
    null,
    'webpack://shop/h.ts',
    null
  ]
  const without = { ...MAP, sources: urls }
  t.match(await told(without), {
    sources: resolved,
    sourcesContent: [null, note, note, note, note, note, note, note, note, note]
  })
  t.same(
    (await told({ ...without, sourcesContent: urls.map(() => ORIGINAL) })).sourcesContent,
    urls.map(() => ORIGINAL)
  )
  t.match(await told({ ...without, sourcesContent: [5, 5] }), { sourcesContent: [null, note] })
  t.match(await told({ ...MAP, sourceRoot: 'https://x.invalid', sources: ['a.ts'] }), {
    sources: ['https://x.invalid/a.ts'],
    sourcesContent: [note],
    sourceRoot: undefined
  })
  t.match(await told({ ...MAP, sources: ['a.ts', null] }, { url: 'https://x.invalid/app.js' }), {
    sources: ['https://x.invalid/a.ts', null],
    sourcesContent: [note, note]
  })
  t.match(await told({ ...MAP, sources: ['a.ts', '//x.invalid/b.ts'] }, { url: 'evalmachine.<anonymous>' }), {
    sources: ['a.ts', 'x.invalid/b.ts'],
    sourcesContent: [note, note]
  })
  const section = { offset: { line: 0, column: 0 }, map: { ...MAP, sources: ['https://x.invalid/a.ts'] } }
  t.match(await told({ version: 3, sources: ['https://x.invalid/b.ts'], sections: [section] }), {
    sources: undefined,
    sections: [{ map: { sourcesContent: [note] } }]
  })
  t.equal(await told({ version: 3, sections: [{ offset: section.offset, url: 'https://x.invalid/a.map' }] }), null)
})

t.test('nor does what the scripts are called', async t => {
  const urls = [
    'file:///app/dist/order.js',
    '/app/dist/order.js',
    'file://x.invalid/a.js',
    ' FILE:\\\\x.invalid\\b.js',
    'file:////x.invalid/c.js',
    'file:///%5C%5Cx.invalid/d.js',
    '\\\\x.invalid\\e.js',
    'node:fs',
    'evalmachine.<anonymous>'
  ]
  const told = [
    'file:///app/dist/order.js',
    'file:///app/dist/order.js',
    'file:///x.invalid/a.js',
    'file:///x.invalid/b.js',
    'file:///x.invalid/c.js',
    'file:///x.invalid/d.js',
    '/x.invalid\\e.js',
    'node:fs',
    'evalmachine.<anonymous>'
  ]
  for (const [i, url] of urls.entries()) {
    const { dump } = await dumpWith(t, { url })
    t.match(new Scripts(dump).announcements()[0], { url: told[i] })
  }
})

t.test('a map without the original text shows the code that ran, and says so', async t => {
  const { text } = await dumpWith(t, { sourceMapURL: 'order.js.map', sourceMap: JSON.stringify(MAP) })
  t.match(
    text(),
    /^src\/order\.ts:4:10\nran as dist\/order\.js:2:12, shown here\n[^]*^> 2 \| {5}return line\.price;\n {4}\| {12}\^$/m
  )
})

t.test('the original is read from below the current directory, and from nowhere else', async t => {
  const directory = fs.realpathSync(
    t.testdir({
      src: { 'order.ts': ORIGINAL, 'secret.env': 'TOKEN=1' },
      'link.ts': t.fixture('symlink', '/etc/hostname')
    })
  )
  const saved = process.cwd()
  t.teardown(() => process.chdir(saved))
  const sourceOf = async (/** @type {string} */ source) => {
    const { maps, frame } = await dumpWith(t, { sourceMap: JSON.stringify({ ...MAP, sources: [source] }) })
    return maps.resolve(frame).source
  }
  const url = (/** @type {string} */ name) => pathToFileURL(path.join(directory, name)).href
  process.chdir(directory)
  t.equal(await sourceOf(url('src/order.ts')), ORIGINAL)
  t.equal(await sourceOf(url('src/secret.env')), GENERATED, 'not a source')
  t.equal(await sourceOf(url('link.ts')), GENERATED, 'a link that leads out')
  process.chdir(path.join(directory, 'src'))
  t.equal(await sourceOf(url('link.ts')), GENERATED)
  process.chdir('/')
  t.equal(await sourceOf(url('src/none.ts')), GENERATED)
})

t.test('nonsense for a map is no map', async t => {
  for (const sourceMap of [
    '',
    '{',
    '[]',
    'null',
    '{"version":3}',
    '{"version":3,"sources":5,"mappings":"AAAA"}',
    '{"version":3,"sources":["a"],"mappings":"!!!!"}',
    '{"version":3,"sources":["a"],"sourcesContent":["a"],"names":[],"mappings":"AAEA;WAHS"}',
    '{"version":3,"sections":[{"offset":{"line":0,"column":0},"map":{"_decodedMemo":{}}}]}',
    '{"version":3,"sections":[{"offset":{"line":0,"column":0},"map":{}}]}'
  ]) {
    const { maps, frame, text } = await dumpWith(t, { sourceMapURL: 'x.map', sourceMap })
    t.equal(maps.original(frame), undefined, sourceMap)
    t.match(text(), /^> 2 \| {5}return line\.price;/m)
  }
  for (const sourceMapURL of [
    'data:application/json;base64,%%%',
    'data:application/json,%E0%A4%A',
    'https://example.invalid/x.map',
    'http://['
  ]) {
    const { maps, frame } = await dumpWith(t, { sourceMapURL })
    t.equal(maps.original(frame), undefined, sourceMapURL)
  }
})

t.test('a place that the map does not know is shown as it ran', async t => {
  const { maps, frame } = await dumpWith(t, { sourceMap: withContent })
  t.equal(maps.original({ ...frame, lineNumber: 90 }), undefined)
  t.equal(maps.original({ ...frame, scriptId: '2' }), undefined)
})
