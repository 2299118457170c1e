'use strict'
// Makes the elements of the page. Only this file puts text of a dump into the page: as text nodes, never as markup,
// with escapes for characters that are invisible or change the reading direction.

const { plain } = require('../../../text/terminal-text')

/** @typedef {Node|string|number|null|undefined|false} Child */

/**
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes] attributes such as `onclick` are listeners
 * @param {...(Child|Child[])} children
 * @returns {HTMLElement}
 */
function element (tag, attributes = {}, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue
    if (typeof value === 'function') node.addEventListener(name.slice(2), /** @type {EventListener} */ (value))
    else node.setAttribute(name, value === true ? '' : plain(String(value)))
  }
  append(node, children)
  return node
}

/**
 * @param {Element} parent
 * @param {(Child|Child[])[]} children
 */
function append (parent, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue
    parent.append(typeof child === 'object' ? child : document.createTextNode(plain(String(child))))
  }
}

/**
 * @param {Element} parent
 * @param {...(Child|Child[])} children
 */
function replaceChildren (parent, ...children) {
  parent.replaceChildren()
  append(parent, children)
}

module.exports = { element, replaceChildren }
