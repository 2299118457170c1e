'use strict'
// Executes the commands of a prompt on a dump. cli/commands/repl.js reads the lines.

const { CrashCollectorError } = require('crash-collector-shared/errors')
const { firstLine } = require('../crash/cause-chain')
const { cutPainted } = require('../text/colours')
const { isUnfinished } = require('../evaluate/code/syntax-error')
const { World } = require('../evaluate/world')
const { describePath } = require('../execution-path/describe-path')
const { lineMark } = require('../execution-path/line-marks')
const { formatValue } = require('../values/format-value')
const { allSchedulingFrames, frameAt } = require('../scheduling')
const { fitCall, workingDirectory } = require('../source/location')
const { sourceExcerpt } = require('../source/excerpt')
const { SourceMaps } = require('../source/source-map')
const { plain, plainLines, widthOf } = require('../text/terminal-text')
const { ROLES } = require('../show/frames')
const { FULL } = require('../show/screen/limits')
const { renderVariableLines } = require('../show/variables')
const { complete } = require('./complete')

/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('crash-collector-shared/dump/format').AsyncTaskRecord} AsyncTaskRecord */

const HELP = `frames, bt, where    all frames; * marks the selected one
up, down             select the caller, or the called
frame <n>, f <n>     select a frame by its number, or an async task by its id
vars, locals         the variables of the selected frame, by scope
source, l            the source around it
tasks                suspended async functions and generators
p <expression>       evaluate; so does what is not a command: order.lines[0]
reset                forget what was changed and declared here
help, exit, q
_ is the last result. With a dot in front a command is a command even if there
is a variable of its name: .q; in parentheses a variable is a variable: (source)
`

const COMMANDS = ['frames', 'up', 'down', 'frame', 'vars', 'source', 'tasks', 'reset', 'help', 'exit']
/** gdb's words and Node.js's. A variable of the frame comes before a command as short as its name. */
const SHORT = new Map(
  Object.entries({
    bt: 'frames',
    where: 'frames',
    locals: 'vars',
    f: 'frame',
    l: 'source',
    p: 'print',
    print: 'print',
    q: 'exit',
    quit: 'exit'
  })
)

class Session {
  #dump
  #world
  #sourceMaps
  #options
  /** @type {CallFrameRecord|AsyncTaskRecord|undefined} */ #place
  isOver = false

  /**
   * @param {Dump} dump
   * @param {{ columns: number, paint: import('../text/colours').Paint, timeoutMs?: number, allowFunctions?: boolean }}
   *   options
   */
  constructor (dump, options) {
    this.#world = new World(dump, { allowFunctions: options.allowFunctions })
    this.#dump = this.#world.dump
    this.#sourceMaps = new SourceMaps(dump)
    this.#options = options
    this.#place = this.#walkable()[0] ?? dump.callFrames[0] ?? dump.asyncTasks[0]
  }

  get prompt () {
    return this.#place === undefined ? '> ' : `${plain(idOf(this.#place))}> `
  }

  /** The frames at which `up` and `down` stop. */
  #walkable () {
    return [...this.#dump.allCallFrames.filter(({ internal }) => !internal), ...allSchedulingFrames(this.#dump)]
  }

  /**
   * @param {string} text
   * @returns {boolean} true if more lines belong to the text
   */
  goesOn (text) {
    return this.#command(text) === undefined && isUnfinished(text)
  }

  /**
   * @param {string} text
   * @returns {Promise<string>} the text to print, with its line end
   */
  async execute (text) {
    if (text.trim() === '') return ''
    const { name, argument } = this.#command(text) ?? { name: 'print', argument: text }
    switch (name) {
      case 'frames':
        return this.#frames()
      case 'up':
        return this.#move(1)
      case 'down':
        return this.#move(-1)
      case 'frame':
        return argument === '' ? this.#head() + this.#source() : this.#select(argument)
      case 'vars':
        return this.#variables()
      case 'source':
        return this.#source()
      case 'tasks':
        return this.#tasks()
      case 'reset':
        this.#world.reset()
        return 'all values are those of the dump again\n'
      case 'help':
        return HELP
      case 'exit':
        this.isOver = true
        this.end()
        return ''
    }
    return await this.#evaluate(argument)
  }

  end () {
    this.#world.close()
  }

  /**
   * @param {string} text
   * @returns {{ name: string, argument: string }|undefined} undefined for an expression
   */
  #command (text) {
    const [, dot, word, argument] = /^\s*(\.?)(\w+)\s*([^]*?)\s*$/.exec(text) ?? []
    if (word === undefined || (dot === '' && SHORT.has(word) && this.#isVariable(word))) return undefined
    const name = COMMANDS.includes(word) ? word : SHORT.get(word)
    if (name === undefined) return undefined
    if (name === 'print') {
      return argument !== '' && /^(?!=|[+\-*/%&|^<>?]*=|\(|\.|\[)/.test(argument) ? { name, argument } : undefined
    }
    if (name === 'frame' && /^(?:\d+|t[\w:]*)$/.test(argument)) return { name, argument }
    return argument === '' ? { name, argument } : undefined
  }

  /** @param {string} name */
  #isVariable (name) {
    const chain = this.#place?.scopeChain ?? []
    return (
      this.#world.declared.includes(name) ||
      chain.some(scope => this.#dump.scope(scope).variables.some(variable => variable.name === name))
    )
  }

  /**
   * @param {string} line up to the cursor
   * @returns {[string[], string]}
   */
  complete (line) {
    return this.#place === undefined
      ? [COMMANDS.filter(word => word.startsWith(line)), line]
      : complete(this.#dump, this.#place, line, COMMANDS, this.#world.declared)
  }

  /** @param {string} line */
  async #evaluate (line) {
    if (this.#place === undefined) return 'no variables were captured; npx crash-collector show says why\n'
    const { columns, paint, timeoutMs } = this.#options
    try {
      const frame = isFrame(this.#place) ? this.#place.index : this.#place.taskId
      const result = await this.#world.evaluate(frame, line, { timeoutMs, keepsResult: true })
      if (result.status === 'returned') return formatValue(result.value, result, { columns, paint }) + '\n'
      const text =
        result.error === undefined
          ? formatValue(result.value, result, { columns })
          : plainLines(result.error).join('\n')
      return `${paint('red', result.error === undefined ? `Uncaught ${text}` : text)}\n`
    } catch (error) {
      if (!(error instanceof CrashCollectorError)) throw error
      return `${paint('red', plain(error.message))}\n`
    }
  }

  /**
   * @param {CallFrameRecord|AsyncTaskRecord|undefined} [place]
   * @param {string} [mark]
   */
  #head (place = this.#place, mark = '') {
    if (place === undefined) return 'there are no frames\n'
    const { columns, paint } = this.#options
    const start = `${mark}${plain(idOf(place))}  `
    const { name, where } = fitCall(
      place.functionName,
      this.#sourceMaps.original(place) ?? place,
      columns - widthOf(start),
      workingDirectory(this.#dump)
    )
    return `${start}${paint('bold', name)}  ${paint('cyan', where)}\n`
  }

  #frames () {
    const { allCallFrames, causes } = this.#dump
    const callFrames = [...allCallFrames, ...allSchedulingFrames(this.#dump)]
    const mark = (/** @type {CallFrameRecord} */ frame) => (frame === this.#place ? '* ' : '  ')
    const grey = (/** @type {string} */ text) =>
      `${this.#options.paint('grey', cutPainted(text, this.#options.columns))}\n`
    const heading = (/** @type {CallFrameRecord} */ { role, error }, /** @type {number} */ i) => {
      const cause = error === callFrames[i - 1]?.error ? undefined : causes.find(({ index }) => index === error)
      const start = cause === undefined ? '' : grey(`caused by ${firstLine(cause)}`)
      return (
        start +
        (role === undefined || (role === callFrames[i - 1]?.role && cause === undefined) ? '' : grey(ROLES[role]))
      )
    }
    return callFrames.length === 0
      ? 'no frames were captured\n'
      : callFrames.map((frame, i) => heading(frame, i) + this.#head(frame, mark(frame))).join('')
  }

  #tasks () {
    const { asyncTasks } = this.#dump
    return asyncTasks.length === 0
      ? 'the dump has no suspended async functions\n'
      : asyncTasks.map(task => this.#head(task, task === this.#place ? '* ' : '  ')).join('')
  }

  /** @param {string} id */
  #select (id) {
    const place =
      frameAt(this.#dump, id) ??
      this.#dump.asyncTasks.find(({ taskId }) => taskId === id)
    if (place === undefined) return `there is no frame ${plain(id)} (frames and tasks list all)\n`
    this.#place = place
    return this.#head() + this.#source()
  }

  /** @param {1|-1} step */
  #move (step) {
    const frames = this.#walkable()
    const here = this.#place
    if (here === undefined || !isFrame(here)) return 'that works on frames; frame 0 goes back to them\n'
    const candidates = frames
      .filter(({ error }) => error === here.error)
      .filter(({ index }) => (step === 1 ? index > here.index : index < here.index))
    const next = candidates[step === 1 ? 0 : candidates.length - 1]
    return next === undefined
      ? `this is the ${step === 1 ? 'outermost' : 'innermost'} frame\n`
      : this.#select(String(next.index))
  }

  #source () {
    if (this.#place === undefined) return ''
    const { columns, paint } = this.#options
    const { source, marked } = this.#sourceMaps.resolve(this.#place)
    return source === undefined
      ? 'the dump does not have this source\n'
      : sourceExcerpt(source, marked, { columns, paint, note: this.#executed(this.#place, source) }).join('\n') + '\n'
  }

  /**
   * @param {CallFrameRecord|AsyncTaskRecord} place
   * @param {string} source that is shown; that of a source map has no path
   * @returns {((line: number) => string) | undefined} tells what the failing request ran there
   */
  #executed ({ scriptId }, source) {
    const scripts = this.#dump.derived(describePath)?.scripts
    const script = scripts?.find(each => each.scriptId === scriptId && each.source === source)
    return script && (line => `${lineMark(script.lines[line])}  `)
  }

  #variables () {
    if (this.#place === undefined) return 'no variables were captured\n'
    const { columns, paint } = this.#options
    /** @type {import('../show/types').View} */
    const view = {
      dump: this.#dump,
      sourceMaps: this.#sourceMaps,
      columns,
      all: false,
      paint,
      directory: workingDirectory(this.#dump),
      limits: FULL,
      relatives: [],
      seenBefore: '',
      commitAge: '',
      otherRuns: { same: [], others: [] },
      nextSteps: [],
      shown: new Map(),
      told: new Set(),
      drawn: new Set()
    }
    const { scopeChain, this: self } = this.#place
    // `this` is listed below the innermost scope. After the last scope it would look like a variable of the module.
    const own = self !== undefined && self.type !== 'undefined' ? [{ name: 'this', value: self }] : []
    const scopes = scopeChain.filter(({ type }) => type !== 'global')
    const sections = scopes.map((scope, i) => {
      const { variables } = this.#dump.scope(scope)
      const lines = renderVariableLines(view, i === 0 ? [...variables, ...own] : variables, plain(scope.type))
      return lines.length === 0
        ? []
        : [paint('bold', `${plain(scope.type)}${scope.name ? ` of ${plain(scope.name)}` : ''}`), ...lines]
    })
    if (scopes.length === 0) sections.push(renderVariableLines(view, own, 'this'))
    const lines = sections.flat()
    return lines.length === 0 ? 'it has no variables\n' : lines.map(line => cutPainted(line, columns)).join('\n') + '\n'
  }
}

/**
 * @param {CallFrameRecord|AsyncTaskRecord} place
 * @returns {place is CallFrameRecord}
 */
function isFrame (place) {
  return place.kind === 'callFrame'
}

/** @param {CallFrameRecord|AsyncTaskRecord} place */
function idOf (place) {
  return isFrame(place) ? `#${place.index}` : place.taskId
}

module.exports = { Session }
