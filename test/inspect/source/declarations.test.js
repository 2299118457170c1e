'use strict'
// The declaration that a name refers to, at a place of a source.

const t = require('tap')
const { declarationOf } = require('../../../packages/inspect/source/declarations')
const { parseProgram, pathTo } = require('../../../packages/inspect/source/syntax')

const SOURCE = `const total = 1
module.exports = class Order {
  static empty () { return Order.of(total) }
}
function outer (total) {
  var late = total
  { let late = 2; use(late) }
  return function inner () { return inner(late) }
}
`

/** @param {string} text that has one `|`, before the name @param {string} name */
function declaredAs (text, name) {
  const program = parseProgram(SOURCE)
  const at = SOURCE.indexOf(text.replace('|', '')) + text.indexOf('|')
  const found = program && declarationOf(name, pathTo(program, at, at + name.length))
  return found && [found.kind, SOURCE.slice(0, found.id.start).split('\n').length]
}

t.test('of names in nested scopes', async t => {
  t.same(declaredAs('of(|total)', 'total'), ['const', 1])
  t.same(declaredAs('return |Order.of', 'Order'), ['class', 2], 'the own name of a class expression')
  t.same(declaredAs('late = |total', 'total'), ['parameter', 5])
  t.same(declaredAs('use(|late)', 'late'), ['let', 7])
  t.same(declaredAs('inner(|late)', 'late'), ['var', 6])
  t.same(declaredAs('return |inner(late)', 'inner'), ['function', 8])
  t.equal(declaredAs('|module.exports', 'module'), undefined)
})
