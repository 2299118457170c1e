'use strict'
// Functions that make errors. program.js runs the text of this file many times over, so that each error has many
// places, of which some are optimised and others run once. The variables that `SHAPES` names are used after the error
// was made, so V8 knows them even in optimised functions.

const { EventEmitter } = require('node:events')
const vm = require('node:vm')

const keep = (() => {
  /** @type {unknown} */
  let kept
  return (/** @type {unknown} */ value) => {
    const before = kept
    kept = value
    return before
  }
})()

/** @typedef {[functionName: string, variable: string, value: unknown]} Expected */
/**
 * @typedef {object} Made
 * @property {any} error
 * @property {Expected[]} expected variables of its frames
 */
/** @typedef {(mark: string, id: number) => Made | Promise<Made>} Shape */

/** @param {string} mark @param {number} depth @param {(text: string) => any} make @returns {any} */
function descend (mark, depth, make) {
  const level = { depth }
  const made = depth === 0 ? make(mark) : descend(mark, depth - 1, make)
  keep(level)
  keep(mark)
  return made
}

/** @param {string} mark @param {number} depth @returns {Promise<any>} */
async function waitFor (mark, depth) {
  const level = { depth, mark }
  const made = depth === 0 ? await failLater(mark) : await waitFor(mark, depth - 1)
  keep(level)
  keep(mark)
  return made
}

/** @param {string} mark */
async function failLater (mark) {
  await null
  const error = new Error(mark)
  keep(mark)
  return error
}

/** @param {string} mark */
async function rejectLater (mark) {
  await null
  keep(mark)
  throw new Error(mark)
}

/** @param {string} mark */
async function handle (mark) {
  try {
    await rejectLater(mark)
    return new Error('not reached')
  } catch (error) {
    keep(mark)
    return error
  }
}

/** @param {string} mark */
function * steps (mark) {
  const before = yield mark
  const error = new TypeError(mark)
  keep(before)
  keep(mark)
  yield error
}

/** @param {string} mark */
async function * stepsLater (mark) {
  await null
  const error = new TypeError(mark)
  keep(mark)
  yield error
}

class Account {
  /** @type {{ amount: number }} */
  #balance
  /** @param {string} mark */
  constructor (mark) {
    this.mark = mark
    this.#balance = { amount: 7 }
  }

  withdraw () {
    const { mark } = this
    const { amount } = this.#balance
    const error = new RangeError(`${mark}: ${amount}`)
    keep([mark, amount])
    return error
  }
}

class Failure extends Error {
  /** @param {string} mark */
  constructor (mark) {
    const details = { mark }
    super(mark)
    this.details = details
    Error.captureStackTrace(this, Failure)
  }
}

class Base {
  /** @param {string} mark */
  constructor (mark) {
    const label = mark
    this.error = new Error(label)
    keep(label)
  }
}
class Derived extends Base {
  /** @param {string} mark */
  constructor (mark) {
    super(mark)
    keep(mark)
  }
}

/** @param {string} mark @param {any[]} more */
function manyValues (mark, ...more) {
  const [a, b, c, d] = more
  const numbers = [a + 0.5, b * 1e10, -c]
  const x1 = a | 0
  const x2 = b / 3
  const others = [BigInt(c), `${d}`, Symbol.iterator, /x/, null, undefined]
  let sum = 0.25
  for (let i = 0; i < 3; i++) {
    const inner = numbers[i]
    sum += inner
  }
  const error = new Error(mark)
  keep([mark, numbers, x1, x2, others, sum])
  return error
}

/** @param {string} mark @param {number} id */
function inBlocks (mark, id) {
  const label = `block ${id}`
  const items = [{ id, tags: new Set([label]) }]
  /** @type {Error | undefined} */
  let made
  for (const item of items) {
    const inner = `${label}, ${item.id}`
    made = [() => inner, new Error(inner)][1]
    keep(inner)
  }
  keep(mark)
  return made
}

/** @param {string} mark @param {number} kind */
function bySwitch (mark, kind) {
  switch (kind % 3) {
    case 0: {
      const zero = mark
      try {
        throw new Error(zero)
      } catch (error) {
        keep(zero)
        return error
      } finally {
        keep(mark)
      }
    }
    case 1: {
      const { length, error = new Error(`${mark} ${length}`) } = /** @type {any} */ (mark)
      keep(mark)
      return error
    }
    default:
      return ((/** @type {string} */ text, error = new Error(text)) => [error, keep(mark)][0])(mark)
  }
}

/** @this {any} @param {string} mark */
function ofReceiver (mark) {
  const error = new Error(`${this.name} ${mark} ${arguments.length}`)
  keep(mark)
  return error
}

/** @param {string} mark */
function v8Throws (mark) {
  const nothing = /** @type {any} */ ({ mark, deep: undefined })
  try {
    return nothing.deep.er
  } catch (error) {
    keep(mark)
    return error
  }
}

/** @param {string} mark */
function overflow (mark) {
  const again = () => again() + 1
  try {
    return again()
  } catch (error) {
    keep(mark)
    return error
  }
}

/** @param {string} mark */
function throughProxy (mark) {
  const proxy = new Proxy(
    {},
    {
      get: function trap (_target, key) {
        const error = new Error(`${mark} ${String(key)}`)
        keep(key)
        return error
      },
      construct: function construct (_target, [error]) {
        return { error }
      }
    }
  )
  const made = /** @type {any} */ (proxy).anything
  keep(mark)
  return made
}

/** @param {string} mark */
function byAccessor (mark) {
  /** @type {any} */
  let error
  const holder = {
    get accessor () {
      const inner = mark
      error = new Error(inner)
      keep(inner)
      return mark
    },
    [Symbol.toPrimitive]: () => holder.accessor
  }
  keep(`${holder}`)
  keep(mark)
  return error
}

/** @param {string} mark */
function byBuiltins (mark) {
  const made = [3, 1, 2]
    .map(n => ({ n, mark }))
    .sort((a, b) => a.n - b.n)
    .map(function callback (one) {
      const error = new Error(one.mark)
      keep(one)
      return error
    })[0]
  keep(mark)
  return made
}

const emitter = new EventEmitter()
emitter.on('fail', function listener (/** @type {string} */ text, /** @type {(error: Error) => void} */ done) {
  done(new Error(text))
  keep(text)
})

/** @param {string} mark @returns {Promise<any>} */
function byCallback (mark) {
  return new Promise(resolve => {
    setImmediate(function later (/** @type {string} */ text) {
      emitter.emit('fail', text, resolve)
      keep(text)
    }, mark)
  })
}

/** @param {string} mark @returns {Promise<any>} */
async function together (mark) {
  const [, { reason }] = await Promise.allSettled([waitFor(mark, 1), rejectLater(mark)])
  keep(mark)
  return reason
}

/** @param {string} mark */
async function rejectObject (mark) {
  const reason = { code: 'E', mark }
  await Promise.reject(reason).catch(keep)
  await Promise.reject(mark).catch(keep)
  await Promise.reject(id32(mark)).catch(keep)
  keep(mark)
  return reason
}
const id32 = (/** @type {string} */ mark) => mark.length * 1.5

/** @param {string} mark */
function stackOnly (mark) {
  const error = Object.create(Error.prototype, { message: { value: mark } })
  Error.captureStackTrace(error)
  keep(mark)
  return error
}

/** @param {string} mark */
function withCauses (mark) {
  const error = new AggregateError([new Error(`${mark}, inner`)], mark, { cause: new Error(`${mark}, cause`) })
  keep(mark)
  return error
}

const foreign = vm.runInNewContext(
  '(function outer (mark, keep) { const seen = [mark]; const e = (() => new Error(seen[0]))(); keep(mark); return e })'
)
const sloppy = vm.runInThisContext(
  '(function sloppy (mark, keep) { with ({ mark }) { var e = eval("var made = mark; new Error(made)") } keep(mark)' +
    '; return e })'
)

/** (module (import "m" "f" (func)) (func (export "g") call 0)) */
const WASM = Buffer.from(
  '0061736d01000000010401600000020701016d0166000003020100070501016700010a0601040010000b',
  'hex'
)
/** @type {() => void} */
let imported = () => {}
const wasm = typeof WebAssembly === 'undefined' || !WebAssembly.validate(WASM)
  ? null
  : new WebAssembly.Instance(new WebAssembly.Module(WASM), { m: { f: () => imported() } })

/** @param {string} mark */
function throughWasm (mark) {
  /** @type {any} */
  let error
  imported = function inner () {
    error = new Error(mark)
  }
  if (wasm === null) imported()
  else /** @type {any} */ (wasm.exports).g()
  keep(mark)
  return error
}

/** @param {string} name @param {string} mark @returns {Expected} */
const has = (name, mark) => [name, 'mark', mark]

/** @type {Record<string, Shape>} */
const SHAPES = {
  descend: (t, id) => ({ error: descend(t, id % 25, text => new Error(text)), expected: [has('descend', t)] }),
  waitFor: async (t, id) => ({
    error: await waitFor(t, id % 8),
    expected: [has('failLater', t), has('waitFor', t)]
  }),
  handle: async t => ({ error: await handle(t), expected: [has('rejectLater', t), has('handle', t)] }),
  generator: t => {
    const iterator = steps(t)
    iterator.next()
    return { error: iterator.next(t).value, expected: [has('steps', t), ['steps', 'before', t]] }
  },
  asyncGenerator: async t => {
    const { value } = await stepsLater(t).next()
    return { error: value, expected: [has('stepsLater', t)] }
  },
  privateMembers: t => ({
    error: new Account(t).withdraw(),
    expected: [has('withdraw', t), ['withdraw', 'amount', 7]]
  }),
  failure: t => ({ error: descend(t, 3, text => new Failure(text)), expected: [has('descend', t)] }),
  constructors: t => ({ error: new Derived(t).error, expected: [['Base', 'label', t], has('Derived', t)] }),
  manyValues: (t, id) => ({
    error: manyValues(t, id, 2, 3, 'text'),
    expected: [has('manyValues', t), ['manyValues', 'x1', id], ['manyValues', 'x2', 2 / 3]]
  }),
  blocks: (t, id) => ({
    error: inBlocks(t, id),
    expected: [has('inBlocks', t), ['inBlocks', 'label', `block ${id}`], ['inBlocks', 'inner', `block ${id}, ${id}`]]
  }),
  switches: (t, id) => ({ error: bySwitch(t, id), expected: [has('bySwitch', t)] }),
  receiver: t => ({
    error: ofReceiver.bind({ name: 'bound' })(t),
    expected: [has('ofReceiver', t)]
  }),
  v8Throws: t => ({ error: v8Throws(t), expected: [has('v8Throws', t)] }),
  proxy: t => ({ error: throughProxy(t), expected: [['trap', 'key', 'anything'], has('throughProxy', t)] }),
  accessor: t => ({ error: byAccessor(t), expected: [['get accessor', 'inner', t], has('byAccessor', t)] }),
  builtins: t => ({ error: byBuiltins(t), expected: [has('byBuiltins', t)] }),
  callback: async t => ({ error: await byCallback(t), expected: [['listener', 'text', t], ['later', 'text', t]] }),
  together: async t => ({ error: await together(t), expected: [has('rejectLater', t)] }),
  rejectObject: async t => ({ error: await rejectObject(t), expected: [] }),
  stackOnly: t => ({ error: stackOnly(t), expected: [has('stackOnly', t)] }),
  causes: t => ({ error: withCauses(t), expected: [has('withCauses', t)] }),
  foreign: t => ({ error: foreign(t, keep), expected: [has('outer', t)] }),
  sloppy: t => ({ error: sloppy(t, keep), expected: [has('sloppy', t)] }),
  wasm: t => ({ error: throughWasm(t), expected: [has('throughWasm', t)] })
}
/** Takes a hundred times as long as others. */
/** @type {Shape} */
const OVERFLOW = t => ({ error: overflow(t), expected: [] })

module.exports = { OVERFLOW, SHAPES }
