'use strict'
// The measurements of an agent's loop, with crashes of their own and an agent that follows a script.

const { execFile } = require('node:child_process')
const path = require('node:path')
const t = require('tap')
const { ROOT } = require('../helpers/crash')

const SHOP = `'use strict'
const { nameOf } = require('./catalog')
console.log(nameOf('tea'), nameOf('cup').trim())
`
const CATALOG = `'use strict'
const products = { tea: { name: 'Tea' } }
function nameOf (sku) {
  const product = products[sku]
  return product.name
}
module.exports = { nameOf }
`
const FIX = `--- a/catalog.js
+++ b/catalog.js
@@ -4,2 +4,2 @@
   const product = products[sku]
-  return product.name
+  return product?.name ?? sku
`
/** Mends what it understands: with the stack alone nothing, by the tools only with a comment. */
const AGENT = `const fs = require('node:fs')
const task = fs.readFileSync(0, 'utf8')
if (!task.includes("reading 'name'")) throw new Error('the stack is missing')
if (process.env.AGENT_ARM === 'stack') {
  if (task.includes('crash-dump-data') || process.env.AGENT_MCP_CONFIG) throw new Error('it was told too much')
  console.log('I do not know.')
} else if (process.env.AGENT_ARM === 'screen') {
  if (!/^\`product\` is undefined/m.test(task)) throw new Error('the first screen is missing')
  console.log('The key is missing.\\n\`\`\`diff\\n' + ${JSON.stringify(FIX)} + '\`\`\`\\nThat is all.')
} else {
  const { args } = JSON.parse(fs.readFileSync(process.env.AGENT_MCP_CONFIG)).mcpServers['crash-collector']
  if (!args.includes('mcp')) throw new Error('the server is missing')
  fs.appendFileSync('catalog.js', '// mended\\n')
}
`

/** @param {import('tap').Test} t */
function makeCases (t) {
  return t.testdir({
    'agent.js': AGENT,
    cases: {
      shop: {
        'case.json': JSON.stringify({ run: ['shop.js'], test: ['shop.js'] }),
        'fix.patch': FIX,
        project: { 'shop.js': SHOP, 'catalog.js': CATALOG, 'package.json': '{}' }
      }
    }
  })
}

/**
 * @param {string} script
 * @param {string[]} args
 * @returns {Promise<any[]>} the rows that it prints
 */
function rowsOf (script, args) {
  const file = path.join(ROOT, 'scripts/measure/agent-loop', script)
  const env = { PATH: process.env.PATH, HOME: process.env.HOME }
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [file, ...args], { env }, (error, stdout) => {
      if (error !== null) reject(error)
      else resolve(stdout.trim().split('\n').map(line => JSON.parse(line)))
    })
  })
}

t.test('the scripted client: the real fix is gone, and the wrong ones are not', async t => {
  const folder = makeCases(t)
  const [, triage, row, sums] = await rowsOf('index.js', ['--cases', path.join(folder, 'cases')])
  t.match(triage, { crashes: 1, kinds: 1 })
  t.match(row, {
    headline: /^`product` is undefined/,
    reproduced: 'reproduced',
    fix: 'gone',
    wrong: { comment: 'same', unrelated: 'same', otherError: 'other' }
  })
  for (const [name, tokens] of Object.entries(row.tokens)) t.ok(tokens > 20 && tokens < 4100, name)
  t.match(sums, { crashes: 1, reproduced: 1, fix: { gone: 1 }, wrong: { same: 2, other: 1 } })
})

t.test('three arms', async t => {
  const folder = makeCases(t)
  const agent = `${JSON.stringify(process.execPath)} ${JSON.stringify(path.join(folder, 'agent.js'))}`
  const [, stack, screen, mcp, ...rates] = await rowsOf('arms.js', ['--agent', agent, '--cases', `${folder}/cases`])
  t.match(stack, { arm: 'stack', isMended: false, verdict: 'no patch' })
  t.match(screen, { arm: 'screen', isMended: true, verdict: 'gone', test: 'passes' })
  t.match(mcp, { arm: 'mcp', isMended: false, verdict: 'same', test: 'fails' })
  t.ok(screen.promptTokens > stack.promptTokens)
  t.match(rates, [{ arm: 'stack', mended: 0 }, { arm: 'screen', mended: 1 }, { arm: 'mcp', mended: 0 }])
  t.equal(rates.length, 3)
})
