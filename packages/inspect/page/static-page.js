'use strict'
// Writes the summary of a dump as HTML that needs no script: for mail, for previews, where scripts are off, and on
// paper. With scripts, the page shows its views in this place.

const { codeParts } = require('../text/words')

/** @typedef {import('./summary').Summary} Summary */
/** @typedef {import('./summary').SummaryFrame} SummaryFrame */

/**
 * @param {Summary} summary
 * @returns {string}
 */
function staticPage ({ cause, title, chain, facts, frames, stack, notes }) {
  const heading = cause === null ? lines(title) : codeParts(cause).map(codeOrText).join('')
  return [
    '<header class="error">',
    `<h1${cause === null ? '' : ' class="diagnosis"'}>${heading}</h1>`,
    cause === null ? '' : `<p class="message">${lines(title)}</p>`,
    chain.length === 0 ? '' : `<ul class="causes">${chain.map(each => `<li>${escapeHtml(each)}</li>`).join('')}</ul>`,
    ...facts.map(each => `<p class="facts">${escapeHtml(each)}</p>`),
    '</header>',
    '<main>',
    ...frames.map(frameSection),
    stack.length === 0 ? '' : `<pre class="text" tabindex="0">${escapeHtml(stack.join('\n'))}</pre>`,
    ...notes.map(each => `<p class="missing">${escapeHtml(each)}</p>`),
    '</main>'
  ]
    .filter(each => each !== '')
    .join('\n')
}

/** @param {SummaryFrame} frame */
function frameSection ({ index, heading, name, place, source, variables, folded }) {
  return [
    heading === '' ? '' : `<p class="causes">${escapeHtml(heading)}</p>`,
    `<section class="panel" id="frame-${index}">`,
    `<h2>#${index} ${escapeHtml(name)} <span class="place">${escapeHtml(place)}</span></h2>`,
    source.length === 0 ? '' : `<pre class="text" tabindex="0">${escapeHtml(source.join('\n'))}</pre>`,
    variables.length === 0
      ? ''
      : `<dl class="facts">${variables.map(variable).join('')}</dl>`,
    folded === '' ? '' : `<p class="missing">${escapeHtml(folded)}</p>`,
    '</section>'
  ]
    .filter(each => each !== '')
    .join('\n')
}

/** @param {{ name: string, text: string }} variable */
function variable ({ name, text }) {
  return `<dt>${escapeHtml(name)}</dt><dd><pre>${escapeHtml(text)}</pre></dd>`
}

/** @param {{ text: string, isCode: boolean }} part */
function codeOrText ({ text, isCode }) {
  return isCode ? `<code>${escapeHtml(text)}</code>` : escapeHtml(text)
}

/** @param {string[]} texts */
function lines (texts) {
  return texts.map(escapeHtml).join('<br>')
}

/** @param {string} text */
function escapeHtml (text) {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

module.exports = { escapeHtml, staticPage }
