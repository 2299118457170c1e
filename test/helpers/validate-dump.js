'use strict'
// Reports what is wrong with a dump: checks each record against the schema, and the dump against rules that a schema
// can't express. It reads the bytes itself, because the reader is tolerant and under test itself.

const fs = require('node:fs')
const zlib = require('node:zlib')
const Ajv2020 = require('ajv/dist/2020').default
const schema = require('../../packages/shared/dump/schema.json')

/** @typedef {import('../../packages/shared/dump/format').DumpRecord} DumpRecord */

/** The order of record kinds. Objects and their details may precede and follow process state and async tasks. */
const PLACES = {
  header: [0],
  signal: [1],
  exception: [1],
  cause: [2],
  callFrame: [3],
  object: [4, 7, 10],
  objectDetails: [4, 7, 10],
  process: [5],
  executionPath: [5],
  thread: [6],
  asyncTask: [6, 9],
  script: [8],
  heapSummary: [11],
  end: [12]
}

/** Reasons for which an object may be missing although a value refers to it. */
const CUTS = new Set(['depth', 'objectCount', 'bytes', 'timeout', 'error', 'collected'])

const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true })
ajv.addSchema(schema)

/**
 * @param {string} file
 * @param {object} [options]
 * @param {boolean} [options.mayBeCut] gzip's checksum behind the last record may be missing
 * @returns {{ records: DumpRecord[], problems: string[] }} problems: empty for a valid dump
 */
function validateDump (file, { mayBeCut = false } = {}) {
  const { Z_FINISH, Z_SYNC_FLUSH } = zlib.constants
  const unpacked = zlib.gunzipSync(fs.readFileSync(file), { finishFlush: mayBeCut ? Z_SYNC_FLUSH : Z_FINISH })
  const lines = unpacked.toString('utf8').split('\n')
  /** @type {string[]} */
  const problems = []
  if (lines.pop() !== '') problems.push('the last line is not complete')
  /** @type {DumpRecord[]} */
  const records = lines.map(line => JSON.parse(line))
  records.forEach((record, i) => problems.push(...schemaProblems(record, i)))
  if (problems.length === 0) {
    problems.push(...orderProblems(records), ...frameProblems(records), ...referenceProblems(records))
  }
  return { records, problems }
}

/**
 * @param {DumpRecord} record
 * @param {number} i
 */
function schemaProblems (record, i) {
  if (!Object.hasOwn(schema.$defs, record?.kind) || !Object.hasOwn(PLACES, record.kind)) {
    return [`record ${i}: unknown kind ${record?.kind}`]
  }
  const validate = ajv.getSchema(`${schema.$id}#/$defs/${record.kind}`)
  if (validate === undefined) return [`record ${i}: no schema`]
  if (validate(record)) return []
  return (validate.errors ?? []).map(error => {
    const extra = error.params.additionalProperty ?? error.params.propertyName ?? ''
    return `record ${i} (${record.kind})${error.instancePath}: ${error.message} ${extra}`.trim()
  })
}

/** @param {DumpRecord[]} records */
function orderProblems (records) {
  const problems = []
  let place = 0
  records.forEach((record, i) => {
    const next = PLACES[record.kind].find(each => each >= place)
    if (next === undefined) problems.push(`record ${i}: ${record.kind} stands too late`)
    else place = next
  })
  for (const kind of /** @type {const} */ (['header', 'exception', 'process', 'end'])) {
    const count = records.filter(record => record.kind === kind).length
    // A dump by capture() without an error has no exception. Every dump must have the other records.
    if (count > 1 || (count === 0 && kind !== 'exception')) problems.push(`${count} records of kind ${kind}`)
  }
  if (records[0]?.kind !== 'header') problems.push('the first record is no header')
  const last = records[records.length - 1]
  if (last?.kind !== 'end') problems.push('the last record is no end')
  else if (last.records !== records.length - 1) {
    problems.push(`end.records is ${last.records}, there are ${records.length - 1} before it`)
  }
  return problems
}

/** @param {DumpRecord[]} records */
function frameProblems (records) {
  const problems = []
  const end = records.find(record => record.kind === 'end')
  let expected = 0
  let causes = 0
  let error = 0
  for (const record of records) {
    if (record.kind === 'cause') {
      if (record.index !== causes + 1) problems.push(`cause ${record.index} stands after ${causes}`)
      if (record.of >= record.index) problems.push(`cause ${record.index} is a cause of ${record.of}`)
      causes = record.index
    }
    if (record.kind !== 'callFrame') continue
    if ((record.error ?? 0) < error) {
      problems.push(`callFrame ${record.index} of error ${record.error ?? 0} stands after those of ${error}`)
    }
    if ((record.error ?? 0) > causes) {
      problems.push(`callFrame ${record.index} belongs to the missing cause ${record.error}`)
    }
    error = record.error ?? 0
    if (record.index < expected) problems.push(`callFrame ${record.index} stands after ${expected - 1}`)
    if (
      record.index > expected &&
      !end?.notCaptured.some(each => ['frameCount', 'bytes', 'timeout'].includes(each.reason))
    ) {
      problems.push(`callFrames ${expected} to ${record.index - 1} are missing and end.notCaptured does not say so`)
    }
    expected = record.index + 1
  }
  return problems
}

/** @param {DumpRecord[]} records */
function referenceProblems (records) {
  const problems = []
  const objects = new Set()
  const tasks = new Set()
  const scripts = new Set()
  for (const record of records) {
    const [ids, id] =
      record.kind === 'object'
        ? [objects, record.objectId]
        : record.kind === 'asyncTask'
          ? [tasks, record.taskId]
          : record.kind === 'script'
            ? [scripts, record.scriptId]
            : [null, '']
    if (ids?.has(id)) problems.push(`two ${record.kind} records with the id ${id}`)
    ids?.add(id)
  }
  const end = records.find(record => record.kind === 'end')
  const covered = end?.notCaptured.some(each => CUTS.has(each.reason)) ?? false
  const scopes = new Set()
  records.forEach((record, i) => {
    if (record.kind === 'process' || record.kind === 'header') return
    visit(
      record,
      (node, path) => {
        if (typeof node.type !== 'string') return
        if (Array.isArray(node.variables) && typeof node.scopeId === 'string') {
          if (scopes.has(node.scopeId) && node.variables.length > 0) {
            problems.push(`record ${i}${path}: scope ${node.scopeId} has variables again`)
          }
          scopes.add(node.scopeId)
        }
        if (typeof node.objectId !== 'string' || node.kind === 'object' || node.type === 'symbol') return
        if (objects.has(node.objectId) || node.notCapturedReason !== undefined || covered) return
        problems.push(
          `record ${i}${path}: no object ${node.objectId}, no notCapturedReason, and end.notCaptured does not cover it`
        )
      },
      ''
    )
  })
  return problems
}

/**
 * @param {unknown} node
 * @param {(node: Record<string, unknown>, path: string) => void} visitor
 * @param {string} path
 */
function visit (node, visitor, path) {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) visitor(/** @type {Record<string, unknown>} */ (node), path)
  for (const [key, child] of Object.entries(node)) visit(child, visitor, `${path}/${key}`)
}

if (require.main === module) {
  for (const file of process.argv.slice(2)) {
    const { records, problems } = validateDump(file)
    console.log(`${file}: ${records.length} records, ${problems.length} problems`)
    for (const problem of problems.slice(0, 50)) console.log(`  ${problem}`)
    if (problems.length > 0) process.exitCode = 1
  }
}

module.exports = { validateDump }
