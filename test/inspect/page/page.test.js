'use strict'
// The page is one small file that loads nothing, and its policy allows only its own script and style sheet.

const crypto = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { JSDOM } = require('jsdom')
const { readDump } = require('../../../packages/inspect/reader')
const { htmlPage, pageCode } = require('../../../packages/inspect/page/page')
const { CHECKOUT_RECORDS } = require('../../helpers/checkout-dump')
const { makeDump } = require('../../helpers/make-dump')
const { runCli } = require('../../helpers/run-cli')

const MAX_OWN_BYTES = 200_000

/** @param {string} text */
const hash = text => `'sha256-${crypto.createHash('sha256').update(text).digest('base64')}'`

t.test('one file, small, that the policy holds together', async t => {
  const file = makeDump(path.join(t.testdir(), 'a.ccdump'), CHECKOUT_RECORDS)
  const html = htmlPage(await readDump(file))
  const { document } = new JSDOM(html).window
  const csp = document.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content') ?? ''
  const scripts = Array.from(document.querySelectorAll('script:not([type])'))
  const styles = Array.from(document.querySelectorAll('style'))
  t.equal(scripts.length, 1, 'one script')
  t.equal(styles.length, 1, 'one style sheet')
  t.equal(
    csp,
    `default-src 'none'; script-src ${hash(scripts[0].textContent ?? '')}; ` +
      `style-src ${hash(styles[0].textContent ?? '')}; base-uri 'none'; form-action 'none'`
  )

  const data = Array.from(document.querySelectorAll('script[type]'), each => each.textContent ?? '').join('')
  t.ok(data.length > 1000, 'the data is in the page')
  t.ok(Buffer.byteLength(html) - Buffer.byteLength(data) < MAX_OWN_BYTES, 'size without the data', {
    bytes: html.length - data.length
  })
  t.same(
    document.querySelectorAll('[src], [href], [style], img, iframe, link, object, embed, base, form').length,
    0,
    'nothing that loads'
  )
})

t.test('its own code names nothing outside and makes no markup of texts', async t => {
  const { script, style } = pageCode()
  t.notMatch(style, /url\(|@import|\/\//)
  t.notMatch(script, /https?:|\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon|import\(/)
  t.notMatch(script, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/)
  t.notMatch(script, /<\/?script|<!--/i)
})

t.test('show --html writes it for the owner alone', async t => {
  const cwd = t.testdir()
  makeDump(path.join(cwd, 'a.ccdump'), CHECKOUT_RECORDS)
  const { exitCode, stdout, stderr } = await runCli(['show', 'a.ccdump', '--html', 'page.html'], { cwd })
  t.equal(exitCode, 0, stderr)
  t.equal(stdout, 'page.html\n')
  const page = path.join(cwd, 'page.html')
  t.match(fs.readFileSync(page, 'utf8'), /^<!DOCTYPE html>[^]*<\/html>\n$/)
  if (process.platform !== 'win32') t.equal(fs.statSync(page).mode & 0o777, 0o600)

  fs.chmodSync(page, 0o644)
  const json = await runCli(['show', 'a.ccdump', '--html', 'page.html', '--json'], { cwd })
  if (process.platform !== 'win32') t.equal(fs.statSync(page).mode & 0o777, 0o600, 'also a file that was there')
  t.same(JSON.parse(json.stdout), { html: fs.realpathSync(page), bytes: fs.statSync(page).size })

  const nowhere = await runCli(['show', 'a.ccdump', '--html', 'missing/page.html'], { cwd })
  t.equal(nowhere.exitCode, 1)
  t.match(nowhere.stderr, /^crash-collector: missing\/page\.html could not be written: ENOENT.*\(name a file/)
})

t.test('open --html does the same', async t => {
  const cwd = t.testdir()
  makeDump(path.join(cwd, 'a.ccdump'), CHECKOUT_RECORDS)
  t.match(await runCli(['open', 'a.ccdump', '--html', 'page.html'], { cwd }), {
    exitCode: 0,
    stdout: 'page.html\n',
    stderr: ''
  })
  t.match(fs.readFileSync(path.join(cwd, 'page.html'), 'utf8'), /^<!DOCTYPE html>[^]*<\/html>\n$/)
})
