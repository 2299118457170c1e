'use strict'
// Renders orders.

const ROW = '<tr><td>{name|upper}</td><td>{quantity}</td><td>{price|money}</td></tr>'

/** @param {string} text */
function escaped (text) {
  let out = ''
  for (const letter of text) {
    if (letter === '<') out += '&lt;'
    else if (letter === '&') out += '&amp;'
    else out += letter
  }
  return out
}

/** @param {string} template @param {Record<string, unknown>} data */
function render (template, data) {
  return template.replace(/\{(\w+)(?:\|(\w+))?\}/g, (_, key, filter) => {
    const value = data[key]
    if (value === undefined) return ''
    if (filter === 'money') return (Number(value) / 100).toFixed(2)
    return escaped(filter === 'upper' ? String(value).toUpperCase() : String(value))
  })
}

/** @param {{ id: number, lines: Record<string, unknown>[] }[]} orders */
function page (orders) {
  return orders.map(({ id, lines }) => `<h2>${id}</h2><table>${lines.map(line => render(ROW, line)).join('')}</table>`)
    .join('')
}

module.exports = { page }
