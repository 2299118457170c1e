'use strict'
// Dies of an uncaught error: program.js <scripts> <frames> <reachable objects> <heap in MB> <suspended functions>
// Prints the time of the throw on the clock that the launcher reads, too.

const { loadScripts } = require('../capture-cost/scripts')
const { fillHeap } = require('../capture-cost/heap')

const FAN_OUT = 50

/**
 * Makes a tree, because a dump contains only a few hundred elements of a long list.
 *
 * @param {number} count of objects
 * @returns {object}
 */
function tree (count) {
  const node = { sku: `sku-${count}`, quantity: count % 9, children: /** @type {object[]} */ ([]) }
  const each = Math.ceil((count - 2) / FAN_OUT)
  // Each node is two objects: itself and its list.
  for (let rest = count - 2; rest > 1; rest -= each) node.children.push(tree(Math.min(each, rest)))
  return node
}

/** @param {number} depth @param {{ orders: object }} state @returns {number} */
function descend (depth, state) {
  const local = { depth, label: `level ${depth}` }
  if (depth > 0) return descend(depth - 1, state) + local.depth
  console.log(JSON.stringify({ metrics: { thrownMs: Number(process.hrtime.bigint()) / 1e6 } }))
  throw new Error(`no order in ${Object.keys(state.orders)}`)
}

/** @param {number} scripts @param {number} heapMb */
function grow (scripts, heapMb) {
  const functions = loadScripts(scripts)
  const retained = fillHeap(heapMb)
  // Only the timer holds these objects: they are in the heap, and frames can't reach them. Objects of frames are
  // counted separately.
  setTimeout(() => functions.length + retained.length, 2 ** 30)
}

/** @param {number} request */
async function waitForAnswer (request) {
  await new Promise(resolve => setTimeout(resolve, 2 ** 30))
  return request
}

/** @param {number} frames @param {number} objects */
function crashLater (frames, objects) {
  const orders = tree(objects)
  // The error is made later, when the module loader is not on the stack any more and the heap has settled.
  setTimeout(() => descend(frames, { orders }), 50)
}

const [scripts, frames, objects, heapMb, suspended] = process.argv.slice(2).map(Number)
grow(scripts, heapMb)
for (let request = 0; request < suspended; request++) waitForAnswer(request)
crashLater(frames, objects)
