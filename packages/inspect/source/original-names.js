'use strict'
// Tells how variables, functions and classes are named in the original source. A name is told only if the source map
// has it for the very identifier that declares the variable (`names`), or for the variable in the ranges around the
// place (`scopes`). A wrong name would be worse than the short one of the code that ran.

const { declarationOf, declaredAt, isReference, namingIdentifier, withBody } = require('./declarations')
const { LineTable } = require('./lines')
const { memberNames } = require('./member-names')
const { scriptTree } = require('./script-trees')
const { SourceMaps } = require('./source-map')
const { child, functionStart, identifiersIn, isFunction, pathTo, walk } = require('./syntax')

/** @typedef {import('./syntax').AnyNode} AnyNode */
/** @typedef {import('./lines').Place} Place */
/** @typedef {import('../reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]{0,99}$/u
/** Words that mean something else than a variable. */
const RESERVED = new Set(
  (
    'arguments await break case catch class const continue debugger default delete do else enum eval export extends ' +
    'false finally for function if import in instanceof let new null return static super switch this throw true try ' +
    'typeof undefined var void while with yield'
  ).split(' ')
)

/** The longest code of a scope in which all uses of a variable are compared with its declaration. */
const MAX_COMPARED_LENGTH = 20_000

const IDENTIFIER_HEAD = /^[\p{ID_Start}$_][\p{ID_Continue}$]*/u

const MEMBER_HEAD = /^#?([\p{ID_Start}$_][\p{ID_Continue}$]*)/u

/** The beginning of a function with a name. */
const FUNCTION_HEAD = /^(?:async\s+)?function(?:\s*\*\s*|\s+)([\p{ID_Start}$_][\p{ID_Continue}$]*)\s*[<(]/u
const MAX_HEAD = 300

class OriginalNames {
  #dump
  #maps
  /** @type {Map<string, LineTable>} */ #lines = new Map()
  /** Variables that share their original name with others of their scope. @type {WeakSet<object>} */
  ambiguous = new WeakSet()

  /** @param {Dump} dump */
  constructor (dump) {
    this.#dump = dump
    this.#maps = new SourceMaps(dump)
  }

  /** True if a source map of the dump has names. */
  get hasAny () {
    for (const { scriptId } of this.#dump.scripts()) if (this.#maps.hasNames(scriptId)) return true
    return false
  }

  /**
   * @param {{ scriptId?: string, functionLocation?: Place } & Place} place in code that ran; functionLocation: where
   *   the function around it begins
   * @returns {VisibleNames|null} null if no names are known there
   */
  at ({ scriptId = '', functionLocation, ...place }) {
    if (!this.#maps.hasNames(scriptId)) return null
    const source = this.#dump.script(scriptId)?.source
    const program = source === undefined ? null : scriptTree(this.#dump, scriptId)
    if (source === undefined || program === null) return null
    const lines = this.#lines.get(scriptId) ?? new LineTable(source)
    this.#lines.set(scriptId, lines)
    const offset = lines.offsetOf(place)
    if (offset === -1) return null
    const path = pathTo(program, offset)
    const own = path.findLast(isFunction)
    // The source was changed after it was loaded, or the code is generated.
    if (
      functionLocation !== undefined &&
      (own === undefined ? 0 : functionStart(source, own)) !== lines.offsetOf(functionLocation)
    ) {
      return null
    }
    return new VisibleNames({ scriptId, maps: this.#maps, lines, path, offset })
  }
}

/** The original names that can be seen from one place. */
class VisibleNames {
  #scriptId
  #maps
  #lines
  #path
  #offset
  /** The ranges around the place that the map tells, with the nodes around each. */ #ranges
  /** Names by where the declaring identifier begins. @type {Map<number, string>} */ #ofRanges = new Map()

  /** @param {{ scriptId: string, maps: SourceMaps, lines: LineTable, path: AnyNode[], offset: number }} place */
  constructor ({ scriptId, maps, lines, path, offset }) {
    this.#scriptId = scriptId
    this.#maps = maps
    this.#lines = lines
    this.#path = path
    this.#offset = offset
    this.#ranges = maps.rangesOf(scriptId).flatMap(range => {
      const [start, end] = [lines.offsetOf(range.start), lines.offsetOf(range.end)]
      return start === -1 || end === -1 || offset < start || offset >= end
        ? []
        : [{ range, path: withBody(pathTo(path[0], start, end)) }]
    })
    for (const { range, path } of this.#ranges) {
      for (const { name, expression } of range.bindings) {
        const id = isName(name) && IDENTIFIER.test(expression) ? declarationOf(expression, path)?.id : undefined
        if (id !== undefined) this.#ofRanges.set(id.start, name)
      }
    }
  }

  /**
   * @param {Scope} scope whose place is known
   * @param {string[]} names of its variables in the code that ran
   * @returns {Map<string, string>} original names
   */
  variablesOf ({ startLocation, endLocation }, names) {
    /** @type {Map<string, string>} */
    const found = new Map()
    if (startLocation === undefined || endLocation === undefined) return found
    const index = this.#indexOf(startLocation, endLocation)
    if (index === -1) return found
    for (const name of names) {
      const id = declaredAt(this.#path, index, name)
      const original = id && this.#nameOf(id, this.#path[index])
      if (original !== undefined) found.set(name, original)
    }
    return found
  }

  /**
   * @param {Scope} scope of a function around the place
   * @param {string} name of that function, as V8 tells it
   * @returns {string|undefined}
   */
  functionOf ({ startLocation, endLocation }, name) {
    if (startLocation === undefined || endLocation === undefined) return undefined
    const index = this.#indexOf(startLocation, endLocation)
    return index !== -1 && isFunction(this.#path[index]) ? this.#named(index, name) : undefined
  }

  /**
   * @param {Place} from
   * @param {Place} to
   * @returns {number} index in the path of the innermost node that has both places; -1 if there is none
   */
  #indexOf (from, to) {
    const [start, end] = [this.#lines.offsetOf(from), this.#lines.offsetOf(to)]
    return start === -1 || end === -1
      ? -1
      : this.#path.findLastIndex(node => node.start <= start && end <= node.end)
  }

  /**
   * @param {string} name of a variable in the code that ran
   * @returns {string|undefined}
   */
  variable (name) {
    const declaration = declarationOf(name, this.#path)
    return declaration && this.#nameOf(declaration.id, declaration.scope)
  }

  /**
   * Two files of a bundle may have variables of one name in one scope. At a place the name means that of its own file.
   * @param {string} name of a variable in the code that ran
   * @returns {string|undefined} its original name, if it is declared in the file of the place
   */
  variableOfFile (name) {
    const id = declarationOf(name, this.#path)?.id
    const [here, there] = [this.#offset, id?.start ?? this.#offset].map(
      offset => this.#maps.original({ scriptId: this.#scriptId, url: '', ...this.#lines.placeAt(offset) })?.url
    )
    return id !== undefined && here !== undefined && here === there ? this.variable(name) : undefined
  }

  /**
   * @param {string} [functionName] name of the function around the place, as V8 tells it
   * @returns {string|undefined}
   */
  functionName (functionName) {
    const index = this.#path.findLastIndex(isFunction)
    if (index === -1) return undefined
    if (isConstructor(this.#path, index)) return this.#named(index - CLASS_OF_CONSTRUCTOR, functionName)
    const inner = this.#ranges.findLast(({ range }) => range.isFunction)
    if (inner?.path.findLast(isFunction) === this.#path[index] && isName(inner.range.functionName)) {
      return inner.range.functionName
    }
    return functionName === '' ? this.#removedName(this.#path[index]) : this.#named(index, functionName)
  }

  /**
   * @param {string} [className] name of the class around the place, as V8 tells it
   * @returns {string|undefined} also if the place is in a method of the class
   */
  className (className) {
    const index = this.#classIndex()
    return index === -1 ? undefined : this.#named(index, className)
  }

  /** @returns {number} index in the path of the class around the place, which may be in its constructor; else -1 */
  #classIndex () {
    const index = this.#path.findLastIndex(({ type }) => /^Class(?:Declaration|Expression)$/.test(type))
    const own = this.#path.findLastIndex(isFunction)
    return index !== -1 && (own < index || isConstructor(this.#path, own)) ? index : -1
  }

  /** @returns {import('./member-names').MemberNames|null} of the class, or of the function that makes objects */
  members () {
    const index = this.#classIndex()
    const own = this.#path.findLast(isFunction)
    const node = index === -1 ? own : this.#path[index]
    // V8 places a class without a constructor at its beginning.
    const isThere = node === own || index < this.#path.findLastIndex(isFunction) || node?.start === this.#offset
    if (node === undefined || !isThere) return null
    return memberNames(
      node,
      id => this.#memberAt(id),
      ({ name, start, end }) => {
        const { start: declared } = declarationOf(String(name), pathTo(this.#path[0], start, end))?.id ?? {}
        return declared !== undefined && declared === child(node, 'id')?.start
      }
    )
  }

  /**
   * @param {AnyNode} id the name of a member, in its declaration or use
   * @returns {string|undefined}
   */
  #memberAt (id) {
    const isPrivate = id.type === 'PrivateIdentifier'
    // terser maps what stands behind the # and behind the name of a method; swc leaves the place, but no name.
    const behind = { ...id, start: id.end }
    const inner = isPrivate ? { ...id, start: id.start + 1 } : id
    const written = isPrivate ? MEMBER_HEAD.exec(this.#textAt(id))?.[1] : undefined
    const after = this.#mapped(behind)
    const name =
      this.#mapped(id) ??
      this.#mapped(inner) ??
      written ??
      (after === MEMBER_HEAD.exec(this.#textAt(behind))?.[1] ? after : undefined)
    return name === undefined ? undefined : `${isPrivate ? '#' : ''}${name}`
  }

  /**
   * @param {AnyNode} node
   * @returns {{ id: AnyNode, name: string }[]} the identifiers in it that have another name in the original source
   */
  renamedIn (node) {
    /** @type {{ id: AnyNode, name: string }[]} */
    const found = []
    walk(
      node,
      id => {
        if (id.type !== 'Identifier' && id.type !== 'PrivateIdentifier') return
        const path = pathTo(this.#path[0], id.start, id.end)
        const declaration = isReference(path) ? declarationOf(String(id.name), path) : undefined
        const name =
          isMember(path) ? this.#memberAt(id) : declaration && this.#nameOf(declaration.id, declaration.scope)
        if (name !== undefined) found.push({ id, name })
      },
      { intoFunctions: true }
    )
    return found
  }

  /**
   * The name of the function or class at an index of the path.
   * @param {number} index
   * @param {string} [name] the one that V8 tells
   * @returns {string|undefined}
   */
  #named (index, name) {
    const id = namingIdentifier(this.#path, index)
    if (id?.type === 'PrivateIdentifier' && (name ?? `#${id.name}`) === `#${id.name}`) return this.#memberAt(id)
    if (id?.type !== 'Identifier' || (name !== undefined && id.name !== name)) return undefined
    const path = pathTo(this.#path[0], id.start, id.end)
    const declaration = isReference(path) ? declarationOf(String(id.name), path) : undefined
    return declaration === undefined ? this.#memberAt(id) : this.#nameOf(declaration.id, declaration.scope)
  }

  /**
   * The name of a function that has none in the code that ran: a minifier had removed it, as in `!function () {}()`.
   * @param {AnyNode} node
   * @returns {string|undefined}
   */
  #removedName (node) {
    const name = FUNCTION_HEAD.exec(this.#textAt(node).slice(0, MAX_HEAD))?.[1]
    return isName(name) ? name : undefined
  }

  /**
   * @param {AnyNode} id identifier in a declaration
   * @param {AnyNode} scope that declares it
   * @returns {string|undefined} undefined if there is no other name
   */
  #nameOf (id, scope) {
    const told = this.#ofRanges.get(id.start) ?? this.#mapped(id)
    const written = IDENTIFIER_HEAD.exec(this.#textAt(id))?.[0]
    const name = told ?? written
    if (!isName(name) || name === id.name) return undefined
    // With several names, a compiler has put several variables into one. Without a name for the declaration itself, as
    // oxc leaves it for a function's first parameter, the uses must have the name that stands there in the source.
    const used = this.#usedNames(id, scope)
    return used.every(each => each === name) && (told !== undefined || used.length > 0) ? name : undefined
  }

  /** @param {AnyNode} id */
  #mapped (id) {
    const name = this.#maps.nameAt({ scriptId: this.#scriptId, ...this.#lines.placeAt(id.start) })?.replace(/^#/, '')
    if (!isName(name)) return undefined
    // esbuild tells `_Order` for a class inside of itself.
    return name[0] === '_' && IDENTIFIER_HEAD.exec(this.#textAt(id))?.[0] === name.slice(1) ? name.slice(1) : name
  }

  /**
   * @param {AnyNode} node
   * @returns {string} the original text from there on; '' if it is not known
   */
  #textAt ({ start }) {
    return this.#maps.textAt({ scriptId: this.#scriptId, url: '', ...this.#lines.placeAt(start) }) ?? ''
  }

  /**
   * @param {AnyNode} id
   * @param {AnyNode} scope
   * @returns {string[]} the names that the map gives to uses of the variable
   */
  #usedNames (id, scope) {
    if (scope.end - scope.start > MAX_COMPARED_LENGTH) return []
    return (identifiersIn(scope).get(String(id.name)) ?? []).flatMap(node => {
      const name = node === id ? undefined : this.#mapped(node)
      const path = name === undefined ? [] : pathTo(this.#path[0], node.start, node.end)
      return name !== undefined && isReference(path) && declarationOf(String(id.name), path)?.id === id ? [name] : []
    })
  }
}

/**
 * @param {string|undefined} name
 * @returns {name is string}
 */
function isName (name) {
  return name !== undefined && IDENTIFIER.test(name) && !RESERVED.has(name)
}

/** @param {AnyNode[]} path to an identifier: true if it is the name of a member, as in `a.b` and `a.#b` */
function isMember (path) {
  const [parent, id] = path.slice(-2)
  return parent.type === 'MemberExpression' && parent.computed !== true && parent.property === id
}

/** The class stands as many nodes before the function: class, body, method, function. */
const CLASS_OF_CONSTRUCTOR = 3

/**
 * @param {AnyNode[]} path
 * @param {number} index of a function
 */
function isConstructor (path, index) {
  const parent = path[index - 1]
  return parent?.type === 'MethodDefinition' && parent.kind === 'constructor'
}

/** @param {Dump} dump */
const createNames = dump => new OriginalNames(dump)

/**
 * @param {Dump} dump
 * @returns {OriginalNames}
 */
function originalNames (dump) {
  return dump.derived(createNames)
}

/**
 * @param {readonly import('crash-collector-shared/dump/format').Variable[]} variables of a scope
 * @param {string} name in the code that ran
 * @returns {import('crash-collector-shared/dump/format').Variable|undefined}
 */
function variableNamed (variables, name) {
  return variables.find(each => (each.generatedName ?? each.name) === name)
}

module.exports = { OriginalNames, originalNames, variableNamed }
