'use strict'
// Takes out of a script what one of its functions needs: the function itself, the functions, classes and imports that
// it uses, each on its own line of the script, so that an error is thrown at the same line. Variables whose values the
// dump has become parameters of the excerpt.

const path = require('node:path')
const { NotPossible } = require('./callee')
const { FreeNames } = require('./free-names')
const { identifiersOfPattern, isRequire, relativeModule, renamed } = require('./imports')
const { layOut } = require('./layout')
const { isFunctionOrClass } = require('./module-exports')
const { Names, isVariableName } = require('./values/names')
const { child, children, literalKey, pathTo, walk } = require('crash-collector-inspect/source/syntax')
const { quote } = require('crash-collector-inspect/text/terminal-text')
const { memberText } = require('crash-collector-inspect/values/member-text')

/** @typedef {import('crash-collector-inspect/source/syntax').AnyNode} AnyNode */
/** @typedef {import('crash-collector-inspect/source/declarations').Declaration} Declaration */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('./callee').Callee} Callee */

/** @typedef {import('./layout').Piece} Piece */
/** @typedef {import('./layout').Edit} Edit */

/**
 * How the test calls the function of an excerpt.
 * @typedef {object} Call
 * @property {'function'|'maker'|'member'|'method'|'getter'|'setter'|'new'} kind maker: the name is a function that
 *   returns it, given `this`; member: the name is an object that has it
 * @property {string} name what the excerpt exports
 * @property {string} [member] name of the method
 * @property {boolean} [isStatic]
 */

/** A call that starts a server, a client or a process is not repeated to make the value of a constant. */
const STARTS = /\b(?:listen|connect|createServer|createConnection|fork|spawn|exec|Worker|setInterval|setTimeout)\b/

const MAX_PIECES = 300

/** Variables that Node.js gives to each CommonJS module. */
const OF_MODULE = new Set(['require', 'module', 'exports'])

class Excerpt {
  #source
  #program
  #file
  #directory
  #valueOf
  #isCarried
  #stubbed
  #free = new FreeNames()
  /** @type {Piece[]} */ #pieces = []
  /** @type {Map<string, number>} name -> start of the identifier that declares it */ #declared = new Map()
  /** @type {Edit[]} */ #edits = []
  /** @type {Set<string>} */ #ofFile = new Set()
  /** Names that the test imports. @type {Set<string>} */ exported = new Set()
  /** Variables that the test sets. @type {Map<string, Value|undefined>} */ variables = new Map()

  /**
   * @param {object} options
   * @param {string} options.source
   * @param {AnyNode} options.program
   * @param {string|null} options.file path of the script on this machine
   * @param {string} options.directory of the excerpt
   * @param {Set<string>} options.stubbed imports that the test replaces
   * @param {(name: string, declaration: Declaration|undefined) => Value|undefined} options.valueOf
   * @param {(value: Value) => boolean} options.isCarried true if a literal can be written for the value
   */
  constructor ({ source, program, file, directory, stubbed, valueOf, isCarried }) {
    this.#source = source
    this.#program = program
    this.#file = file
    this.#directory = directory
    this.#valueOf = valueOf
    this.#isCarried = isCarried
    this.#stubbed = stubbed
  }

  /**
   * @param {Callee} callee
   * @returns {Call}
   * @throws {NotPossible}
   */
  addFunction ({ path: way, node, member, holderPath, name, usesThis }) {
    if (member !== null && (name === '' || child(member, 'key')?.type === 'PrivateIdentifier')) {
      throw new NotPossible('a private or computed method cannot be called from outside')
    }
    if (member?.type === 'PropertyDefinition') throw new NotPossible('it belongs to a field of a class')
    if (member?.type === 'MethodDefinition') return this.#addMethod(member, holderPath, name)
    if (member !== null) return this.#addMember(way, member, name)
    if (node.type === 'FunctionDeclaration') {
      const id = /** @type {AnyNode} */ (node.id)
      if (id === null) throw new NotPossible('it is exported without a name')
      this.#declare(name, id.start)
      this.#addPiece(way)
      this.exported.add(name)
      return { kind: 'function', name }
    }
    const parent = way[way.length - 2]
    const isMaker = node.type === 'ArrowFunctionExpression' && usesThis
    if (parent.type === 'VariableDeclarator' && !isMaker) {
      const id = /** @type {AnyNode} */ (parent.id)
      if (id.type === 'Identifier') {
        this.#declare(name, id.start)
        this.#addPiece(way.slice(0, -1), 'const ')
        this.exported.add(name)
        return { kind: 'function', name }
      }
    }
    const own = this.#ownName(name, way)
    this.#addPiece(way, `const ${own} = ${isMaker ? 'function () { return ' : ''}`, isMaker ? ' }' : '')
    this.exported.add(own)
    return { kind: isMaker ? 'maker' : 'function', name: own }
  }

  /**
   * @param {AnyNode[]} way
   * @param {AnyNode} member
   * @param {string} name
   * @returns {Call}
   */
  #addMember (way, member, name) {
    let hasSuper = false
    walk(member, ({ type }) => {
      hasSuper ||= type === 'Super'
    }, { intoFunctions: true })
    if (hasSuper) throw new NotPossible('it uses `super`')
    const own = this.#ownName('holder', way)
    const key = /** @type {AnyNode} */ (member.key)
    // A getter becomes a method, which is called.
    const start = member.kind === 'get' || member.kind === 'set' ? key.start : member.start
    this.#addPiece(way.slice(0, -1), `const ${own} = { `, ' }', start)
    this.exported.add(own)
    return { kind: 'member', name: own, member: name }
  }

  /**
   * @param {AnyNode} member
   * @param {AnyNode[]} holderPath path of the class
   * @param {string} name
   * @returns {Call}
   */
  #addMethod (member, holderPath, name) {
    const held = this.addClass(holderPath)
    if (held === null) throw new NotPossible('its class has no name')
    if (member.kind === 'constructor') return { kind: 'new', name: held }
    const kind = member.kind === 'get' ? 'getter' : member.kind === 'set' ? 'setter' : 'method'
    return { kind, name: held, member: name, isStatic: member.static === true }
  }

  /**
   * @param {AnyNode[]} way path of a class, or of a function that is used as one
   * @returns {string|null} its name in the test; null if it has none
   */
  addClass (way) {
    const node = way[way.length - 1]
    const parent = way[way.length - 2]
    const id = child(node, 'id') ?? (parent?.type === 'VariableDeclarator' ? child(parent, 'id') : null)
    if (id?.type !== 'Identifier') return null
    const name = String(id.name)
    const isStatement = /Declaration$/.test(node.type)
    if (!isStatement && parent?.type !== 'VariableDeclarator') return null
    this.#keep(name, id.start, isStatement ? way : way.slice(0, -1), isStatement ? '' : 'const ')
    this.exported.add(name)
    return name
  }

  /**
   * A function of the script that is a value: a callback, for example.
   * @param {AnyNode[]} way its path
   * @param {string} wanted name for it
   * @returns {string|null} its name in the test; null if it can't be taken out
   */
  addValue (way, wanted) {
    const node = way[way.length - 1]
    const named = this.addClass(way)
    if (named !== null) return named
    const parent = way[way.length - 2]
    if (!/Expression$/.test(node.type) || parent.type === 'MethodDefinition') return null
    if (parent.type === 'Property' && parent.kind !== 'init') return null
    const method = parent.type === 'Property' && parent.method === true ? (literalKey(parent) ?? '') : null
    if (method === '') return null
    const own = this.#ownName(wanted, way)
    const before = this.#current()
    try {
      if (method === null) this.#addPiece(way, `const ${own} = `)
      else this.#addPiece(way.slice(0, -1), `const ${own} = { `, ` }${memberText(method, own)}`)
    } catch (error) {
      if (!(error instanceof NotPossible)) throw error
      this.#restore(before)
      return null
    }
    this.exported.add(own)
    return own
  }

  #current () {
    return {
      pieces: [...this.#pieces],
      declared: new Map(this.#declared),
      edits: [...this.#edits],
      variables: [...this.variables.keys()]
    }
  }

  /**
   * Takes back what was added before it turned out not to be possible.
   * @param {{ pieces: Piece[], declared: Map<string, number>, edits: Edit[], variables: string[] }} state
   */
  #restore ({ pieces, declared, edits, variables }) {
    this.#pieces = pieces
    this.#declared = declared
    this.#edits = edits
    // The test walks over this very Map while functions are added.
    for (const name of this.variables.keys()) if (!variables.includes(name)) this.variables.delete(name)
  }

  /**
   * A name that nothing in the script has.
   * @param {string} wanted
   * @param {AnyNode[]} way
   */
  #ownName (wanted, way) {
    const names = new Names(this.#source.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? [])
    // The function's own name may be used, because only the function itself has it.
    const own = child(way[way.length - 1], 'id')?.name
    return typeof own === 'string' && isVariableName(own) && !this.#declared.has(own)
      ? own
      : names.take(isVariableName(wanted) ? wanted : 'callback')
  }

  /**
   * @param {string} name
   * @param {number} start of the identifier that declares it
   * @returns {boolean} false if it is declared already
   */
  #declare (name, start) {
    const known = this.#declared.get(name)
    if (known !== undefined && known !== start) throw new NotPossible(`it uses two variables that are called ${name}`)
    this.#declared.set(name, start)
    return known === undefined
  }

  /**
   * @param {string} name
   * @param {number} idStart
   * @param {AnyNode[]} way
   * @param {string} before
   */
  #keep (name, idStart, way, before) {
    if (this.#declare(name, idStart)) this.#addPiece(way, before)
  }

  /**
   * @param {AnyNode[]} way path of what is kept
   * @param {string} [before]
   * @param {string} [after]
   * @param {number} [start]
   */
  #addPiece (way, before = '', after = '', start = way[way.length - 1].start) {
    const { end } = way[way.length - 1]
    if (this.#pieces.length >= MAX_PIECES) throw new NotPossible(`it uses more than ${MAX_PIECES} parts of its script`)
    if (this.#pieces.some(each => each.start < end && start < each.end)) {
      throw new NotPossible('it stands inside code that it uses')
    }
    this.#pieces.push({ start, end, before, after })
    this.#redirect(way[way.length - 1])
    for (const [name, declaration] of this.#free.of(way)) this.#need(name, declaration)
  }

  /**
   * @param {string} name
   * @param {Declaration|undefined} declaration
   */
  #need (name, declaration) {
    if (declaration === undefined) return this.#needGlobal(name)
    const { id, kind, declarator } = declaration
    if (this.#declared.get(name) === id.start) return
    if (this.#stubbed.has(name)) {
      if (this.#declare(name, id.start)) this.variables.set(name, undefined)
      return
    }
    const way = pathTo(this.#program, id.start, id.end)
    if (kind === 'function' || kind === 'class') {
      return this.#keep(name, id.start, way.slice(0, way.findLastIndex(isFunctionOrClass) + 1), '')
    }
    if (kind === 'import') {
      const index = way.findIndex(({ type }) => type === 'ImportDeclaration')
      const statement = way.slice(0, index + 1)
      this.#declareAll(children(statement[index], 'specifiers').map(each => /** @type {AnyNode} */ (each.local)))
      return this.#addPiece(statement)
    }
    const value = this.#valueOf(name, declaration)
    if (declarator !== undefined && this.#keepsText(declaration, value)) {
      const index = way.indexOf(declarator)
      if (index !== -1) return this.#keepDeclarator(declarator, way.slice(0, index + 1))
    }
    if (this.#declare(name, id.start)) this.variables.set(name, value)
  }

  /** @param {string} name */
  #needGlobal (name) {
    if (name === '__filename' || name === '__dirname') this.#ofFile.add(name)
    // The answer of the network is in variables, so the network is not asked again.
    if (name === 'fetch') this.variables.set(name, undefined)
    if (OF_MODULE.has(name) && name !== 'require') throw new NotPossible(`it uses \`${name}\` of its module`)
  }

  /**
   * @param {AnyNode} declarator
   * @param {AnyNode[]} way
   */
  #keepDeclarator (declarator, way) {
    if (this.#declareAll(identifiersOfPattern(/** @type {AnyNode} */ (declarator.id)))) this.#addPiece(way, 'const ')
  }

  /**
   * Declares the names of a statement that is kept. Those that the test replaces get another name there.
   * @param {AnyNode[]} ids
   * @returns {boolean} false if all are declared already
   */
  #declareAll (ids) {
    let isNew = false
    for (const id of ids) {
      const name = String(id.name)
      if (this.#stubbed.has(name)) this.#edits.push(renamed(this.#program, id, `replaced_${name}`))
      else isNew = this.#declare(name, id.start) || isNew
    }
    return isNew
  }

  /**
   * @param {Declaration} declaration
   * @param {Value|undefined} value
   * @returns {boolean} true if the script makes the constant; others get the values that they had at the throw
   */
  #keepsText ({ kind, declarator, scope }, value) {
    const init = declarator === undefined ? null : child(declarator, 'init')
    if (init === null) return false
    if (isRequire(init)) return true
    if (kind !== 'const') return false
    if (isFunctionOrClass(init)) return true
    if (scope.type !== 'Program' || STARTS.test(this.#source.slice(init.start, init.end))) return false
    return value === undefined || value.notCapturedReason !== undefined || !this.#isCarried(value)
  }

  /**
   * Relative imports lead to the same files as from the script.
   * @param {AnyNode} root
   */
  #redirect (root) {
    const file = this.#file
    if (file === null) return
    walk(root, node => {
      const callee = node.type === 'CallExpression' ? child(node, 'callee') : null
      const literal =
        callee?.type === 'Identifier' && callee.name === 'require'
          ? children(node, 'arguments')[0]
          : /^Import(?:Expression|Declaration)$/.test(node.type)
            ? child(node, 'source')
            : null
      const name = literal?.type === 'Literal' ? literal.value : undefined
      if (!literal || typeof name !== 'string' || !/^\.{1,2}(?:\/|$)/.test(name)) return
      const text = quote(relativeModule(this.#directory, path.resolve(path.dirname(file), name)))
      this.#edits.push({ start: literal.start, end: literal.end, text })
    }, { intoFunctions: true })
  }

  /**
   * @param {object} options
   * @param {string[]} options.header comments, which get the lines that are free at the top
   * @param {boolean} options.isModule
   * @param {boolean} options.isStrict
   * @param {string} options.setter name of the function that sets the variables
   * @returns {string}
   */
  text ({ header, isModule, isStrict, setter }) {
    const names = [...this.variables.keys()]
    const file = this.#file ?? ''
    const places = [...this.#ofFile].map(
      name => `${isModule ? 'const ' : ''}${name} = ${quote(name === '__filename' ? file : path.dirname(file))}`
    )
    const set = `function ${setter} (values) {\n  ({ ${names.join(', ')} } = values)\n}`
    const exported = [...this.exported, ...(names.length > 0 ? [setter] : [])].join(', ')
    return layOut({
      source: this.#source,
      pieces: this.#pieces,
      edits: this.#edits,
      header,
      directive: isStrict && !isModule ? "'use strict'" : null,
      declarations: [...(names.length > 0 ? [`let ${names.join(', ')}`] : []), ...places],
      footer: [
        ...(names.length > 0 ? [set, ''] : []),
        isModule ? `export { ${exported} }` : `module.exports = { ${exported} }`
      ]
    })
  }
}

module.exports = { Excerpt }
