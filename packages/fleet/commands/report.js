'use strict'

const fs = require('node:fs')
const path = require('node:path')
const { CrashCollectorError } = require('crash-collector-shared/errors')
const { chanceText, factText, shareText } = require('../common/fact-text')
const { dumpDirectory, projectDumps } = require('crash-collector-inspect/dumps/find-dump')
const { openDump } = require('crash-collector-inspect/dumps/open-dump')
const { dumpsIn } = require('crash-collector-inspect/dumps/user-dumps')
const { htmlParts } = require('crash-collector-inspect/page/page')
const { writeHtml } = require('crash-collector-inspect/page/write-page')
const { reportData } = require('../report/report-data')
const { reportParts } = require('../report/report-page')
const { jsonText, plain } = require('crash-collector-inspect/text/terminal-text')
const { countDumps } = require('crash-collector-inspect/cli/progress')
const { wholeNumber } = require('crash-collector-inspect/cli/usage')

const FILE = 'crashes.html'
/** How many pages of dumps are written: each is as large as its dump unpacked. */
const MAX_PAGES = 20

/** @type {import('crash-collector-inspect/cli/types').PackagedCommand} */
const report = {
  usage: 'crash-collector report [directory] [--html <file>] [--out <file>] [--pages <n>] [--json]',
  flags: [
    ['--html <file>', `the file (${FILE})`],
    ['--out <file>', 'the same'],
    ['--pages <n>', `groups whose newest dump gets a page of its own beside the file (${MAX_PAGES})`]
  ],
  options: { html: { type: 'string' }, out: { type: 'string' }, pages: { type: 'string' } },
  maxArguments: 1,
  async run ([directory], flags, output) {
    const { write, writeError } = output
    const pages = wholeNumber(flags, 'pages', { least: 0 }) ?? MAX_PAGES
    const file = String(flags.html ?? flags.out ?? FILE)
    const files = directory === undefined ? projectDumps() : dumpsIn(directory)
    const data = await reportData(files.map(each => each.path), countDumps(output, files.length))
    const links = await writeDumpPages(data.groups.slice(0, pages), file, writeError)
    writeHtml(file, reportParts(data, { directory: path.resolve(directory ?? dumpDirectory()), links }))
    const { groups, dumps, unread } = data
    const result = { html: path.resolve(file), pages: links.size, groups: groups.length, dumps, unread }
    write(flags.json === true ? jsonText(result) : `${plain(file)}\n`)
    return 0
  }
}

/**
 * @param {import('../report/report-data').ReportGroup[]} groups whose newest dumps get pages
 * @param {string} file the report
 * @param {(line: string) => void} writeError
 * @returns {Promise<Map<string, string>>} links from the report to the pages, by the dump
 */
async function writeDumpPages (groups, file, writeError) {
  /** @type {Map<string, string>} */
  const links = new Map()
  if (groups.length === 0) return links
  const folder = `${file.replace(/\.html?$/i, '')}-dumps`
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new CrashCollectorError('PAGE_UNWRITABLE', `${folder} could not be made: ${String(cause)}`, {
      hint: 'name a file in a directory that exists and that you may write to',
      cause
    })
  }
  for (const { dumps: [{ file: dump }], facts } of groups) {
    const common = facts.map(fact => `${factText(fact)}  (${shareText(fact)}, ${chanceText(fact)})`)
    const name = `${path.basename(dump)}.html`
    try {
      writeHtml(path.join(folder, name), htmlParts(await openDump(dump), { common }))
      links.set(dump, [path.basename(folder), name].map(encodeURIComponent).join('/'))
    } catch (error) {
      // A dump that has no page is still in the report.
      if (!(error instanceof CrashCollectorError)) throw error
      writeError(`crash-collector: ${plain(error.message)}\n`)
    }
  }
  return links
}

module.exports = { report }
