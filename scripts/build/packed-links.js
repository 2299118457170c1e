'use strict'
// Adapts the links of Markdown that is packed: a link to a file that is only in the repository leads to its address
// there, and is plain text as long as nobody knows that address.

const path = require('node:path')

const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g
const ADDRESS = /^(\w+:|#)/

/**
 * @param {string} text Markdown
 * @param {string} file its path in the package
 * @param {Set<string>} packed paths of all files in the package
 * @param {string} [repository] address of the folder in the repository, such as https://…/blob/v1.0.0
 * @returns {string} Markdown whose links lead somewhere
 */
function withPackedLinks (text, file, packed, repository) {
  const changed = text.replace(LINK, (all, isPicture, label, target) => {
    if (ADDRESS.test(target)) return all
    const [name, heading] = target.split('#')
    const linked = path.posix.join(path.posix.dirname(file), name)
    if (packed.has(linked)) return all
    if (repository === undefined) return isPicture === '' ? label : ''
    return `${isPicture}[${label}](${repository}/${linked}${heading === undefined ? '' : `#${heading}`})`
  })
  return changed.replace(/\n{3,}/g, '\n\n')
}

/**
 * @param {string} text Markdown
 * @returns {string[]} the targets of its links to files and headings
 */
function linksIn (text) {
  return [...withoutCode(text).matchAll(LINK)].map(([, , , target]) => target).filter(target => !/^\w+:/.test(target))
}

/**
 * @param {string} text Markdown
 * @returns {Set<string>} the anchors of its headings, as GitHub makes them
 */
function anchorsIn (text) {
  const headings = [...withoutCode(text).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading)
  return new Set(headings.map(anchorOf))
}

/** @param {string} heading */
function anchorOf (heading) {
  const words = heading.replace(LINK, (_, _picture, label) => label)
  return words.toLowerCase().replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, '').trim().replaceAll(' ', '-')
}

/** @param {string} text */
function withoutCode (text) {
  return text.replaceAll(/^( *)```[^]*?^\1```$/gm, '')
}

module.exports = { anchorsIn, linksIn, withPackedLinks }
