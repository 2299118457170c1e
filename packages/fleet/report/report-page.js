'use strict'
// Writes the page of all crashes: one HTML file without scripts, which needs no network and no server.

const fs = require('node:fs')
const path = require('node:path')
const { chanceText, shareText } = require('../common/fact-text')
const { pageHead, pageStyle } = require('crash-collector-inspect/page/page')
const { escapeHtml } = require('crash-collector-inspect/page/static-page')
const { plain } = require('crash-collector-inspect/text/terminal-text')

/** @typedef {import('./report-data').ReportData} ReportData */
/** @typedef {import('./report-data').ReportGroup} ReportGroup */
/** @typedef {import('../common/compare-facts').CommonFact} CommonFact */

/** Size of a chart in its own units; the style sheet says how large it is shown. */
const BAR = 6
const HEIGHT = 40
const MAX_TEXT = 300
/** How many releases, hosts and dumps of a group are named. */
const MAX_NAMES = 12
const MAX_DUMPS = 10
const MAX_UNREAD = 50

/**
 * @param {ReportData} data
 * @param {{ directory: string, links: Map<string, string> }} options directory: as shown; links: to the pages of dumps,
 *   by the dump's file
 * @returns {Generator<string, void, void>}
 */
function * reportParts (data, { directory, links }) {
  const style = pageStyle() + fs.readFileSync(path.join(__dirname, 'report.css'), 'utf8')
  const title = `${counted(data.crashes, 'crash', 'crashes')} in ${counted(data.groups.length, 'group')}`
  yield pageHead({ title, style })
  yield `<div id="page">\n<header class="error"><h1>${text(title)}</h1>\n<p class="dim">${text(spanText(data))} · ` +
    `${text(directory)}</p></header>\n`
  if (data.time !== null) {
    const { from, to, overTime } = data.time
    const labels = [dayOf(from), `at most ${Math.max(...overTime)}`, dayOf(to)]
    const below = labels.map(label => `<span>${text(label)}</span>`).join('')
    yield `<div class="over-time">${chart(overTime, 'all dumps over time')}<div class="dim">${below}</div></div>\n`
  }
  if (data.releases.length > 0) yield releaseTable(data)
  yield '<h2>Groups</h2>\n<div class="crashes">\n'
  for (const group of data.groups) yield groupEntry(group, links)
  yield '</div>\n'
  if (data.unread.length > 0) yield unreadList(data.unread)
  yield '<footer class="dim">Bars show dumps over the whole time; times are UTC. What is in common is more than ' +
    '95 % sure (docs/groups.md).</footer>\n</div>\n</body>\n</html>\n'
}

/** @param {ReportData} data */
function spanText ({ time, dumps, groups }) {
  if (time === null) return 'no dumps'
  const fresh = groups.filter(({ isNew }) => isNew).length
  const back = groups.filter(({ fixed }) => fixed?.state === 'regressed').length
  return [
    counted(dumps, 'dump'),
    [...new Set([timeText(time.from), timeText(time.to)])].join(' to '),
    ...(fresh > 0 ? [`${fresh} new with the newest release`] : []),
    ...(back > 0 ? [`${back} came back`] : [])
  ].join(' · ')
}

/** @param {ReportData} data */
function releaseTable ({ releases }) {
  const rows = releases.slice(0, MAX_NAMES).map(({ release, firstSeen, lastSeen, crashes, groups, fresh, gone }) => {
    const cells = [crashes, groups, fresh, gone, timeText(firstSeen), timeText(lastSeen)]
    const row = cells.map(cell => `<td>${text(String(cell))}</td>`).join('')
    return `<tr><th scope="row">${text(release)}</th>${row}</tr>`
  })
  const more = releases.length > MAX_NAMES ? `<p class="dim">… ${releases.length - MAX_NAMES} earlier ones</p>\n` : ''
  const heads = ['Release', 'dumps', 'groups', 'new', 'gone', 'first dump', 'last dump']
  return `<h2>Releases</h2>\n<div class="wide"><table class="releases"><thead><tr>${heads
    .map(head => `<th scope="col">${head}</th>`)
    .join('')}</tr></thead>\n<tbody>${rows.join('\n')}</tbody></table></div>\n${more}`
}

/**
 * @param {ReportGroup} group
 * @param {Map<string, string>} links
 */
function groupEntry (group, links) {
  const { className, message, place, crashes, overTime, dumps } = group
  const [newest] = dumps
  const link = links.get(newest.file)
  const facts = group.facts.map(factItem).join('')
  const more = dumps.length > MAX_DUMPS ? `… ${dumps.length - MAX_DUMPS} more` : ''
  return `<details class="crash"><summary><span class="times">${crashes} ×</span>${chart(overTime, 'over time')}` +
    `<span class="what"><span class="title">${text(`${className}: ${message}`)}</span>${marksOf(group)}` +
    `<span class="place">${text(place)}</span></span></summary>\n<dl class="facts">` +
    fact('seen', [...new Set([timeText(group.firstSeen), timeText(group.lastSeen)])].join(' to ')) +
    fact('fingerprint', group.fingerprint) +
    fact('releases', named(group.releases)) +
    fact('hosts', named(group.hosts)) +
    (facts === '' ? '' : `<dt>in common</dt><dd><ul>${facts}</ul></dd>`) +
    `<dt>dumps</dt><dd>${link === undefined ? '' : `<a href="${escapeHtml(link)}">page of the newest dump</a>`}` +
    `<ul>${dumps.slice(0, MAX_DUMPS).map(dumpItem).join('')}</ul>${more}</dd></dl></details>\n`
}

/** @param {ReportGroup} group */
function marksOf ({ isNew, isGone, fixed }) {
  const marks = [
    ...(isNew ? [['new', 'new']] : []),
    ...(fixed?.state === 'regressed' ? [['back', 'came back']] : []),
    ...(fixed?.state === 'fixed' ? [['gone', 'fixed']] : []),
    ...(isGone ? [['gone', 'not in the newest release']] : [])
  ]
  return marks.map(([name, word]) => ` <span class="mark ${name}">${word}</span>`).join('')
}

/** @param {CommonFact} common */
function factItem (common) {
  const how = `${shareText(common)}, ${chanceText(common)}`
  return `<li><span class="name">${text(common.path)}</span>: ${text(common.is)} <span class="dim">${how}</span></li>`
}

/** @param {{ file: string, time: string, host?: string }} dump */
function dumpItem ({ file, time, host }) {
  const when = [timeText(time), ...(host === undefined ? [] : [host])].join(' ')
  return `<li>${text(path.basename(file))} <span class="dim">${text(when)}</span></li>`
}

/**
 * @param {string} name
 * @param {string} value
 */
function fact (name, value) {
  return value === '' ? '' : `<dt>${name}</dt><dd>${text(value)}</dd>`
}

/** @param {string[]} names newest last */
function named (names) {
  const more = names.length > MAX_NAMES ? `… ${names.length - MAX_NAMES} more, ` : ''
  return more + names.slice(-MAX_NAMES).join(', ')
}

/** @param {ReportData['unread']} unread */
function unreadList (unread) {
  const items = unread.slice(0, MAX_UNREAD).map(({ file, problem }) => {
    const why = problem.message.replace(file, 'it')
    return `<li>${text(path.basename(file))} <span class="dim">${text(why)}</span></li>`
  })
  return `<h2>${counted(unread.length, 'dump')} could not be read</h2>\n<ul>${items.join('')}</ul>\n`
}

/**
 * @param {number[]} bars
 * @param {string} label
 * @returns {string} SVG without styles of its own, which the content security policy would not allow
 */
function chart (bars, label) {
  const most = Math.max(1, ...bars)
  const rects = bars.map((count, i) => {
    if (count === 0) return ''
    const height = Math.max(3, Math.round((HEIGHT * count) / most))
    return `<rect x="${i * BAR}" y="${HEIGHT - height}" width="${BAR - 1}" height="${height}"/>`
  })
  return `<svg class="chart" viewBox="0 0 ${bars.length * BAR} ${HEIGHT}" preserveAspectRatio="none" role="img" ` +
    `aria-label="${label}, at most ${most}">${rects.join('')}</svg>`
}

/** @param {string} value */
function text (value) {
  return escapeHtml(plain(value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value))
}

/** @param {string} time */
function timeText (time) {
  return time.replace('T', ' ').replace(/:\d\d(\.\d+)?Z$/, '')
}

/** @param {string} time */
function dayOf (time) {
  return time.slice(0, 10)
}

/**
 * @param {number} number
 * @param {string} word
 * @param {string} [many]
 */
function counted (number, word, many = `${word}s`) {
  return `${number} ${number === 1 ? word : many}`
}

module.exports = { reportParts }
