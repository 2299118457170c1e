'use strict'
// Writes the text of a test, and of the excerpt that it calls.

const path = require('node:path')
const { argumentsOf } = require('./callee')
const { Excerpt } = require('./excerpt')
const { relativeModule } = require('./imports')
const { isEsModule } = require('./module-exports')
const { staticFieldsIn } = require('./private-members')
const { inBraces, property } = require('./values/literals')
const { Names } = require('./values/names')
const { isCarried, originOf } = require('./values/origin')
const { References } = require('./references')
const { Stubs } = require('./stubs')
const { testText } = require('./test-text')
const { ValueCode } = require('./values/value-code')
const { hasStrictScript } = require('crash-collector-inspect/evaluate/scope-tree')
const { localFile } = require('./local-files')
const { displayUrl, workingDirectory } = require('crash-collector-inspect/source/location')
const { variableNamed } = require('crash-collector-inspect/source/original-names')
const { quote } = require('crash-collector-inspect/text/terminal-text')
const { memberText } = require('crash-collector-inspect/values/member-text')

/** @typedef {import('crash-collector-inspect/reader').Dump} Dump */
/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').CallFrameRecord} CallFrameRecord */
/** @typedef {import('crash-collector-inspect/source/declarations').Declaration} Declaration */
/** @typedef {import('./callee').Callee} Callee */
/** @typedef {import('./excerpt').Call} Call */
/** @typedef {import('./types').Options} Options */

/**
 * How the function is reached. module: its module exports it; excerpt: its code is copied; stubs: the same, and what it
 * awaits of packages is replaced; allStubs: what it awaits of Node.js is replaced, too.
 * @typedef {'module'|'excerpt'|'stubs'|'allStubs'} Way
 */

/** Name of the function by which a test sets the variables of an excerpt. */
const SETTER = 'setVariables'

/**
 * @param {Dump} dump
 * @param {Callee} callee
 * @param {Way} way
 * @param {Options} options
 * @returns {import('./types').WrittenTest|null} null if there is no such way
 */
function callTest (dump, callee, way, options) {
  const isModule = isEsModule(callee.program)
  const file = localFile(dump, callee.frame.url)
  const names = new Names(['code', 'test', 'self', SETTER])
  const stubs = new Stubs(dump, callee)
  const stubbed = way === 'stubs' || way === 'allStubs' ? stubs.awaitedImports(way === 'allStubs') : new Set()
  if ((way === 'stubs' || way === 'allStubs') && stubbed.size === 0) return null
  const excerpt = way === 'module' ? null : excerptOf(dump, callee, file, options, stubbed)
  const references = new References(dump, callee, { excerpt, names, file, directory: options.directory })
  const call = excerpt === null ? references.exportedCall() : excerpt.addFunction(callee)
  if (call === null) return null
  const holder = excerpt === null ? references.moduleName() : 'code'
  const writer = new ValueCode(dump, names, {
    classFor: record => references.classFor(record),
    functionFor: (record, wanted) => references.functionFor(record, wanted),
    stubFor: (writer, record, label) => {
      const [first, ...rest] = label.split('.')
      return stubs.code(writer, [first === selfName(callee.frame.this) ? 'this' : first, ...rest].join('.'), record)
    },
    isModule
  })
  const statement = writeCall(dump, callee, call, { writer, holder, references })
  const settings = excerpt === null ? [] : writeVariables(excerpt, writer, stubs)
  const slug = callee.name.replace(/[^\w-]/g, '').slice(0, 40) || 'anonymous'
  const base = `${slug}.reproduction`
  const codeName = `${base}.code.${isModule ? 'mjs' : options.isModulePackage ? 'cjs' : 'js'}`
  const notes = [...changeNotes(dump, callee), ...new Set(writer.notes)]
  const text = testText(dump, options, {
    isModule,
    functionName: callee.name || '(anonymous)',
    frame: callee.frame,
    notes,
    isCopy: excerpt !== null,
    throwsByStub: stubs.throws,
    imports: [
      ...(excerpt === null ? [] : [{ name: 'code', from: `./${codeName}`, isEsm: isModule }]),
      ...references.imports()
    ],
    classes: [...stubs.classes],
    body: [...writer.lines, ...settings, '', statement]
  })
  const isModuleTest = isModule || options.runner === 'vitest'
  const files = [{ name: `${base}.test.${isModuleTest ? 'mjs' : options.isModulePackage ? 'cjs' : 'js'}`, text }]
  const code = excerpt === null ? callee.source : excerptText(dump, excerpt, callee, isModule)
  if (excerpt !== null) files.push({ name: codeName, text: code })
  const ofClasses = staticFieldsIn(callee.program).filter(({ names }) => names.some(name => code.includes(name)))
  return {
    way: excerpt === null ? 'module' : 'excerpt',
    functionName: callee.name,
    files,
    codeFile: excerpt === null ? null : codeName,
    notes,
    leftOut: [...writer.leftOut, ...ofClasses],
    throwsByStub: stubs.throws
  }
}

/**
 * @param {Dump} dump
 * @param {Callee} callee
 * @param {string|null} file
 * @param {Options} options
 * @param {Set<string>} stubbed
 */
function excerptOf (dump, callee, file, options, stubbed) {
  return new Excerpt({
    source: callee.source,
    program: callee.program,
    file,
    directory: options.directory,
    stubbed,
    valueOf: (name, declaration) => valueOf(dump, callee.frame, name, declaration),
    isCarried: value => isCarried(dump, value)
  })
}

/**
 * @param {Dump} dump
 * @param {Excerpt} excerpt
 * @param {Callee} callee
 * @param {boolean} isModule
 */
function excerptText (dump, excerpt, callee, isModule) {
  const where = displayUrl(callee.frame.url, workingDirectory(dump))
  return excerpt.text({
    header: [`// The code of ${where} that the test needs, on the same lines, as it ran.`],
    isModule,
    isStrict: isStrict(dump, callee.frame),
    setter: SETTER
  })
}

/**
 * @param {Dump} dump
 * @param {CallFrameRecord} frame
 */
function isStrict (dump, { scriptId, scopeChain, url }) {
  const ofModule = url.endsWith('.mjs') || scopeChain.some(({ type }) => type === 'module')
  return ofModule || hasStrictScript(dump, scriptId)
}

/**
 * The value of a variable outside of the function.
 * @param {Dump} dump
 * @param {CallFrameRecord} frame
 * @param {string} name
 * @param {Declaration|undefined} declaration
 * @returns {Value|undefined}
 */
function valueOf (dump, { scopeChain }, name, declaration) {
  const outer = scopeChain.slice(scopeChain.findIndex(({ type }) => type === 'local') + 1)
  if (declaration?.scope.type === 'Program') outer.reverse()
  for (const scope of outer) {
    if (scope.type === 'global') continue
    const found = variableNamed(dump.scope(scope).variables, name)
    if (found !== undefined) return found.value
  }
  return undefined
}

/**
 * @param {Dump} dump
 * @param {Callee} callee
 * @returns {string[]} notes about parameters that do not hold any more what the function was called with
 */
function changeNotes (dump, callee) {
  return argumentsOf(dump, callee).changed.map(
    name => `${name}: the function assigns to it; the test has what it held at the throw`
  )
}

/**
 * @param {Dump} dump
 * @param {Callee} callee
 * @param {Call} call
 * @param {{ writer: ValueCode, holder: string, references: References }} tools
 * @returns {string} the statement that calls the function
 */
function writeCall (dump, callee, call, { writer, holder, references }) {
  const { frame, node } = callee
  const { args, rest } = argumentsOf(dump, callee)
  const needsSelf = callee.usesThis || call.kind === 'method' || call.kind === 'getter' || call.kind === 'setter'
  const isFree = call.kind === 'new' || call.isStatic === true || (call.kind === 'member' && isHolder(dump, frame))
  const hasSelf = needsSelf && !isFree && frame.this.objectId !== undefined
  const values = args.flatMap(each => ('value' in each ? [each.value] : []))
  writer.prepare([...(hasSelf ? [frame.this] : []), ...values, rest ?? undefined])
  const self = hasSelf ? writer.variable(selfName(frame.this), frame.this) : 'undefined'
  const codes = args.map((each, i) => writer.argument(each, `argument${i + 1}`))
  if (rest !== null) {
    const list = writer.variable('rest', rest)
    codes.push(`...${list}`)
  }
  const target = call.name === '' ? holder : holder + memberText(call.name, holder)
  const isOwn = hasSelf && isInstance(dump, frame.this, references, target)
  const text = callText(call, { target, self, codes, isOwn })
  if (node.generator === true && node.async === true) return `for await (const each of ${text}) void each`
  if (node.generator === true) return `Array.from(${text})`
  if (call.kind === 'setter') return text
  if (call.kind === 'getter') return `return ${text}`
  if (node.async === true) return `await ${text}`
  if (dump.header.trigger !== 'unhandledRejection') return text
  // Nobody may have listened to the promise.
  return `await ${text}\nawait new Promise(resolve => setImmediate(resolve))`
}

/**
 * @param {Dump} dump
 * @param {CallFrameRecord} frame
 * @returns {boolean} true if `this` is no more than an object that holds the function: the one that the module makes
 */
function isHolder (dump, { this: self, functionLocation }) {
  const record = self.objectId === undefined ? undefined : dump.object(self.objectId)
  let holds = false
  for (const { symbol, value } of record?.properties ?? []) {
    if (symbol !== undefined) continue
    if (value !== undefined && value.type !== 'function') return false
    const location = value?.objectId === undefined ? undefined : dump.object(value.objectId)?.functionLocation
    holds ||= ['scriptId', 'lineNumber', 'columnNumber'].every(
      key => location !== undefined && Reflect.get(location, key) === Reflect.get(functionLocation ?? {}, key)
    )
  }
  return holds
}

/**
 * @param {Call} call
 * @param {{ target: string, self: string, codes: string[], isOwn: boolean }} parts isOwn: the object has the method
 */
function callText (call, { target, self, codes, isOwn }) {
  const args = codes.join(', ')
  const withSelf = [self, ...codes].join(', ')
  const member = call.member === undefined ? '' : memberText(call.member, target)
  switch (call.kind) {
    case 'new':
      return `new ${target}(${args})`
    case 'maker':
      return `${target}.call(${self})(${args})`
    case 'member':
      return self === 'undefined' ? `${target}${member}(${args})` : `${target}${member}.call(${withSelf})`
    case 'method':
      if (call.isStatic === true) return `${target}${member}(${args})`
      return isOwn ? `${self}${member}(${args})` : `${target}.prototype${member}.call(${withSelf})`
    case 'getter':
      return call.isStatic === true ? `${target}${member}` : `${self}${member}`
    case 'setter':
      return `${call.isStatic === true ? target : self}${member} = ${args}`
  }
  return self === 'undefined' ? `${target}(${args})` : `${target}.call(${withSelf})`
}

/** @param {Value} value */
function selfName ({ className = '' }) {
  return /^[A-Z]\w*$/.test(className) ? className[0].toLowerCase() + className.slice(1) : 'self'
}

/**
 * @param {Dump} dump
 * @param {Value} value
 * @param {References} references
 * @param {string} target the class of the method
 */
function isInstance (dump, value, references, target) {
  const record = dump.object(String(value.objectId))
  const made = record && originOf(dump, record).constructorRecord
  return made !== undefined && references.classFor(made) === target
}

/**
 * @param {Excerpt} excerpt
 * @param {ValueCode} writer
 * @param {Stubs} stubs
 * @returns {string[]} the statement that sets the variables of the excerpt
 */
function writeVariables (excerpt, writer, stubs) {
  /** @type {string[]} */
  const items = []
  // Functions among the values may need more variables.
  for (const [name, value] of excerpt.variables) {
    writer.prepare([value])
    const stub = value === undefined ? stubs.code(writer, name, undefined) : null
    if (stub !== null) writer.notes.push(`${name}: a stand-in with what the function uses of it`)
    items.push(property(name, stub ?? writer.variable(name, value)))
  }
  return items.length === 0 ? [] : [`code.${SETTER}(${inBraces(items)})`]
}

/**
 * A test that loads a file whose own code threw.
 * @param {Dump} dump
 * @param {CallFrameRecord} frame
 * @param {string} file
 * @param {Options} options
 * @returns {import('./types').WrittenTest}
 */
function loadTest (dump, frame, file, options) {
  const from = relativeModule(options.directory, file)
  const name = path.basename(file)
  const base = `${name.replace(/[^\w.-]/g, '').slice(0, 40)}.reproduction`
  const isModuleTest = options.runner === 'vitest'
  const notes = ['what the file reads: its environment, arguments, files and network']
  const text = testText(dump, options, {
    isModule: isModuleTest,
    functionName: name,
    frame,
    notes,
    isCopy: false,
    throwsByStub: false,
    imports: [],
    classes: [],
    body: [`await import(${quote(from)})`]
  })
  const extension = isModuleTest ? 'mjs' : options.isModulePackage ? 'cjs' : 'js'
  return {
    way: 'file',
    functionName: name,
    files: [{ name: `${base}.test.${extension}`, text }],
    codeFile: null,
    notes,
    leftOut: [],
    throwsByStub: false
  }
}

module.exports = { callTest, loadTest }
