'use strict'
// Draws stacks as a flamegraph in one SVG, with a title on each box. Outermost frames are at the bottom.

const WIDTH = 1200
const GAP = 20
const ROW = 17
const HEAD = 34
const CHARACTER = 6.4
const NARROWEST = 1

/**
 * @typedef {{ name: string, count: number, children: Map<string, Node> }} Node
 */

/**
 * @param {import('./perf').Stacks} stacks
 * @param {{ title: string, highlight?: RegExp, width?: number }} options highlight: matches frames that stand out
 * @returns {string}
 */
function flamegraph (stacks, { title, highlight, width: total = WIDTH }) {
  const root = treeOf(stacks)
  const depth = depthOf(root)
  const height = HEAD + (depth + 1) * ROW + 8
  /** @type {string[]} */
  const boxes = []
  draw(root, 0, 0, total / Math.max(root.count, 1))
  const view = `viewBox="0 0 ${total} ${height}" font-family="DejaVu Sans Mono, monospace" font-size="10.5"`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${total}" height="${height}" ${view}>
<rect width="100%" height="100%" fill="#fff"/>
<text x="8" y="20" font-size="14" font-weight="bold">${escaped(title)}</text>
${boxes.join('\n')}
</svg>
`

  /**
   * @param {Node} node
   * @param {number} level
   * @param {number} start position in samples
   * @param {number} scale
   */
  function draw (node, level, start, scale) {
    const width = node.count * scale
    if (width < NARROWEST) return
    const y = height - 8 - (level + 1) * ROW
    const x = start * scale
    const share = `${((node.count / root.count) * 100).toFixed(1)} %`
    const letters = Math.floor((width - 6) / CHARACTER)
    const label =
      letters < 4 ? '' : `<text x="${(x + 3).toFixed(1)}" y="${y + 12}">${escaped(cut(node.name, letters))}</text>`
    const size = `width="${Math.max(width - 0.5, 0.3).toFixed(1)}" height="${ROW - 1}"`
    const box = `<rect x="${x.toFixed(1)}" y="${y}" ${size} fill="${colour(node.name, highlight)}"/>`
    boxes.push(`<g><title>${escaped(node.name)}: ${share}</title>${box}${label}</g>`)
    let at = start
    for (const child of [...node.children.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      draw(child, level + 1, at, scale)
      at += child.count
    }
  }
}

/**
 * @param {{ stacks: import('./perf').Stacks, title: string }[]} graphs
 * @param {{ width: number, highlight?: RegExp }} options width: that of each graph
 * @returns {string} one SVG with all graphs
 */
function flamegraphsSideBySide (graphs, { width, highlight }) {
  const drawn = graphs.map(({ stacks, title }) => flamegraph(stacks, { title, highlight, width }))
  const heights = drawn.map(svg => Number(/ height="(\d+)"/.exec(svg)?.[1]))
  const height = Math.max(...heights)
  const total = graphs.length * (width + GAP) - GAP
  const placed = drawn.map((svg, index) =>
    svg.replace('<svg ', `<svg x="${index * (width + GAP)}" y="${height - heights[index]}" `)
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${total}" height="${height}" viewBox="0 0 ${total} ${height}">
<rect width="100%" height="100%" fill="#fff"/>
${placed.join('')}</svg>
`
}

/**
 * @param {import('./perf').Stacks} stacks
 * @returns {Node}
 */
function treeOf (stacks) {
  /** @type {Node} */
  const root = { name: 'all', count: 0, children: new Map() }
  for (const [key, count] of stacks) {
    root.count += count
    let node = root
    for (const name of key.split(';')) {
      const known = node.children.get(name)
      const child = known ?? { name, count: 0, children: new Map() }
      if (known === undefined) node.children.set(name, child)
      child.count += count
      node = child
    }
  }
  return root
}

/** @param {Node} node @returns {number} */
function depthOf (node) {
  return [...node.children.values()].reduce((deepest, child) => Math.max(deepest, 1 + depthOf(child)), 0)
}

/**
 * @param {string} name
 * @param {RegExp | undefined} highlight
 */
function colour (name, highlight) {
  if (highlight?.test(name)) return '#d9622b'
  if (name.startsWith('JS:')) return '#f2d16b'
  return name.includes('::') ? '#9dbfdd' : '#cfd8dc'
}

/**
 * @param {string} text
 * @param {number} letters
 * @returns {string} the text, without namespaces if it would be too long
 */
function cut (text, letters) {
  const short = text.length <= letters ? text : text.replace(/^.*::(?=[^:]+$)/, '')
  return short.length <= letters ? short : short.slice(0, letters - 1) + '…'
}

/** @param {string} text */
function escaped (text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

module.exports = { flamegraph, flamegraphsSideBySide }
