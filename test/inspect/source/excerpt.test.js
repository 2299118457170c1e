'use strict'
// The line of the throw is shown around its place, where it does not fit on the screen.

const t = require('tap')
const { sourceExcerpt } = require('../../../packages/inspect/source/excerpt')

const CALL = "  const object = await store.client('eu').send(new GetCommand({ bucket: 'invoices', key: invoice.nr }))"

/**
 * @param {string} line
 * @param {string} at
 */
function excerptOf (line, at) {
  const place = { lineNumber: 1, columnNumber: line.indexOf(at) }
  return sourceExcerpt(`// a comment\n${line}\n}`, place, { columns: 60, paint: (_, text) => text })
}

t.test('what stands behind the place is shown', async t => {
  const [before, line] = excerptOf(CALL, 'send')
  t.equal(before, '  1 | // a comment')
  t.match(line, /^> 2 \| ….*\.send\(new GetCommand\(\{ bucket: .*…$/)
  t.ok(line.length <= 60)
  t.match(excerptOf(CALL, 'nr')[1], /^> 2 \| ….*key: invoice\.nr \}\)\)$/, 'up to its end')
  t.match(excerptOf(CALL, 'const')[1], /^> 2 \| {3}const object = .*…$/, 'from the start of the line')
})

t.test('the mark stands under the place', async t => {
  for (const at of ['const', 'await', 'send', 'bucket', 'nr']) {
    const [, line, mark] = excerptOf(CALL, at)
    t.ok(line.slice(mark.indexOf('^')).startsWith(at), at)
  }
})

t.test('a line is not moved where enough stands behind the place', async t => {
  t.match(excerptOf(CALL, 'store')[1], /^> 2 \| {3}const object = await store\.client.*…$/)
})

t.test('a line that fits is not moved', async t => {
  t.same(excerptOf('    first(second(third(fourth(fifth(sixth)))))', 'sixth')[1],
    '> 2 |     first(second(third(fourth(fifth(sixth)))))')
})
