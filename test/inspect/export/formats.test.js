'use strict'
// The project that reads each export format accepts our output.

const path = require('node:path')
const conventions = require('@opentelemetry/semantic-conventions')
const incubating = require('@opentelemetry/semantic-conventions/incubating')
const { JsonLogsSerializer } = require('@opentelemetry/otlp-transformer')
const { JSDOM } = require('jsdom')
const t = require('tap')
const { readDump } = require('../../../packages/inspect/reader')
const { githubAnnotation } = require('../../../packages/inspect/export/github')
const { junitReport } = require('../../../packages/inspect/export/junit')
const { otlpRequest } = require('../../../packages/inspect/export/otlp')
const { SourceMaps } = require('../../../packages/inspect/source/source-map')
const { CHECKOUT_RECORDS } = require('../../helpers/checkout-dump')
const { callFrame, makeDump, object, ref, str } = require('../../helpers/make-dump')
const { runCli } = require('../../helpers/run-cli')
const { runNode } = require('../../helpers/run-node')
const { throughEnvelope, typedSentryEvent } = require('../../helpers/sentry-sdk')

/**
 * @param {import('tap').Test} t
 * @param {any[]} [records]
 */
async function opened (t, records = CHECKOUT_RECORDS) {
  const dump = await readDump(makeDump(path.join(t.testdir(), 'a.ccdump'), records))
  return { dump, sourceMaps: new SourceMaps(dump) }
}

const HOSTILE = 'a\u0000\u001b[31m\u009b31m\u202e]]> </error><script>alert(1)</script> & "\' \ud800 ::error::% \r\n,:'

/** A crash of which every text is an attack on whoever prints it. */
const hostileRecords = () => [
  { kind: 'exception', value: ref('1', HOSTILE, 'error'), className: HOSTILE, message: HOSTILE, description: HOSTILE },
  callFrame(
    [
      { name: '__proto__', value: str(HOSTILE) },
      { name: HOSTILE, value: str(HOSTILE) }
    ],
    { functionName: HOSTILE, url: `/app/${HOSTILE}.js`, scriptId: '5', lineNumber: 4, columnNumber: 2 }
  ),
  object('1', { message: str(HOSTILE) }, { subtype: 'error', className: HOSTILE }),
  { kind: 'process', cwd: '/app', hostname: HOSTILE, argv: [HOSTILE] }
]

t.test('sentry: the event goes through the SDK unchanged, with frame variables', async t => {
  const { dump, sourceMaps } = await opened(t)
  const event = typedSentryEvent(dump, sourceMaps)
  const { header, itemHeader, event: arrived } = throughEnvelope(event)
  t.match(header, { event_id: /^[0-9a-f]{32}$/ })
  t.equal(header.event_id, event.event_id)
  t.match(itemHeader, { type: 'event' })
  t.same({ ...arrived, sdk: undefined }, { ...JSON.parse(JSON.stringify(event)), sdk: undefined })
  const { values } = arrived.exception
  t.match(values.at(-1), {
    type: 'TypeError',
    value: /reading 'price'/,
    mechanism: { type: 'onunhandledrejection', handled: false }
  })
  const { frames } = values.at(-1).stacktrace
  t.match(frames.at(-1), {
    function: 'priceOf',
    filename: 'checkout.js',
    abs_path: '/app/checkout.js',
    lineno: 14,
    colno: 20,
    in_app: true,
    context_line: /return product\.price/,
    vars: { line: { sku: 'C-9', qty: 1 }, product: 'undefined' }
  })
  t.match(frames.at(-2), { function: 'checkout', vars: { order: { '#coupon': 'WELCOME', id: 7 } } })
  t.equal(arrived.timestamp, Date.parse(dump.header.time) / 1000)
  t.equal(arrived.level, 'fatal')
  t.equal(typedSentryEvent(dump, sourceMaps).event_id, event.event_id, 'the same dump is the same event')
})

t.test('sentry: causes come first', async t => {
  const { dump, sourceMaps } = await opened(t, [
    {
      kind: 'exception',
      value: ref('1', 'Error', 'error'),
      className: 'Error',
      message: 'outer',
      description: 'Error: outer'
    },
    object(
      '1',
      { message: str('outer'), cause: ref('2', 'TypeError', 'error') },
      { subtype: 'error', className: 'Error' }
    ),
    object('2', { message: str('inner') }, { subtype: 'error', className: 'TypeError' })
  ])
  t.match(typedSentryEvent(dump, sourceMaps).exception?.values, [
    { type: 'TypeError', value: 'inner' },
    { type: 'Error', value: 'outer' }
  ])
})

t.test('sentry: annotations are values', async t => {
  const annotations = { type: 'object', className: 'Object', objectId: 'a.1' }
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`key${i}`, str(`${i}`)]))
  const { dump, sourceMaps } = await opened(t, [
    { kind: 'process', annotations },
    object('a.1', {
      ...many,
      tenant: ref('a.2'),
      ['__proto__']: str('polluted'),
      key: { type: 'string', value: '[redacted]', length: 7, notCapturedReason: 'redacted' }
    }),
    object('a.2', { id: { type: 'number', value: 7 }, self: ref('a.2'), deep: ref('a.9') })
  ])
  const { annotations: sent } = JSON.parse(JSON.stringify(typedSentryEvent(dump, sourceMaps))).extra
  t.equal(sent.key29, '29')
  t.same(sent.tenant, { id: 7, self: '[Circular]', deep: '[Object]' })
  t.equal(sent.key, '[redacted]')
  t.ok(Object.hasOwn(sent, '__proto__'))
  const without = await opened(t, [{ kind: 'process' }])
  t.notOk('annotations' in typedSentryEvent(without.dump, without.sourceMaps).extra)
  const lost = await opened(t, [{ kind: 'process', annotations }])
  t.notOk('annotations' in typedSentryEvent(lost.dump, lost.sourceMaps).extra, 'no bare reference')
})

t.test('a message that was cut says so', async t => {
  const { dump, sourceMaps } = await opened(t, [
    {
      kind: 'exception',
      value: ref('1', 'Error', 'error'),
      className: 'Error',
      message: 'too long',
      messageLength: 1008,
      description: 'Error: too long'
    }
  ])
  t.match(typedSentryEvent(dump, sourceMaps).exception?.values, [{ value: 'too long… 1000 more characters' }])
})

t.test('values that are cut say so', async t => {
  const digits = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`key${i}`, str(`${i}`)]))
  const entries = Array.from({ length: 25 }, (_, i) => ({ key: str(`${i}`), value: str('') }))
  const { dump, sourceMaps } = await opened(t, [
    { kind: 'process', annotations: ref('a.1') },
    object('a.1', {
      object: ref('a.2'),
      map: ref('a.3', 'Map', 'map'),
      set: ref('a.4', 'Set', 'set'),
      few: ref('a.5', 'Set', 'set'),
      text: { type: 'string', value: 'abc', length: 10, notCapturedReason: 'stringLength' },
      secret: { type: 'string', value: '[redacted]', length: 40, notCapturedReason: 'redacted' },
      lost: ref('a.6'),
      list: ref('a.7', 'Array', 'array')
    }),
    object('a.2', digits),
    object('a.3', {}, { className: 'Map', subtype: 'map', size: 30, entries }),
    object(
      'a.4',
      {},
      { className: 'Set', subtype: 'set', size: 25, entries: entries.map(({ key }) => ({ value: key })) }
    ),
    object('a.5', {}, { className: 'Set', subtype: 'set', size: 1, entries: [{ value: str('a') }] }),
    object('a.6', {}, { properties: [{ name: 'late', notCapturedReason: 'timeout' }] }),
    // The second is a property, and no element.
    object('a.7', { 0: str('a'), '007': str('Bond') }, { className: 'Array', subtype: 'array', length: 1 })
  ])
  const { annotations } = JSON.parse(JSON.stringify(typedSentryEvent(dump, sourceMaps))).extra
  t.match(annotations, {
    object: { key19: '19', '…': '… 25 in all' },
    map: { 19: '', '…': '… 30 in all' },
    few: ['a'],
    text: 'abc…',
    secret: '[redacted]',
    lost: { late: '<timeout>' }
  })
  t.same(annotations.list, ['a'])
  t.equal(annotations.set.length, 21)
  t.equal(annotations.set[20], '… 25 in all')
  t.notOk('key20' in annotations.object)
})

t.test('otlp: encoded as the exporter of OpenTelemetry does it, by the semantic conventions', async t => {
  const { dump, sourceMaps } = await opened(t)
  const request = otlpRequest(dump, sourceMaps)
  const [
    {
      resource,
      scopeLogs: [
        {
          scope,
          logRecords: [record]
        }
      ]
    }
  ] = request.resourceLogs
  const plain = (/** @type {any[]} */ attributes) =>
    Object.fromEntries(
      attributes.map(({ key, value }) => [
        key,
        value.arrayValue ? value.arrayValue.values.map(each => each.stringValue) : Object.values(value)[0]
      ])
    )
  const [seconds, nanoseconds] = [Number(record.timeUnixNano.slice(0, -9)), Number(record.timeUnixNano.slice(-9))]
  const theirs = JsonLogsSerializer.serializeRequest([
    {
      hrTime: [seconds, nanoseconds],
      hrTimeObserved: [seconds, nanoseconds],
      severityNumber: record.severityNumber,
      severityText: record.severityText,
      body: record.body.stringValue,
      attributes: plain(record.attributes),
      droppedAttributesCount: 0,
      resource: { attributes: plain(resource.attributes) },
      instrumentationScope: scope
    }
  ])
  t.same(JSON.parse(JSON.stringify(request)), JSON.parse(Buffer.from(theirs).toString()))
  const attributes = plain(record.attributes)
  t.equal(attributes[conventions.ATTR_EXCEPTION_TYPE], 'TypeError')
  t.match(attributes[conventions.ATTR_EXCEPTION_MESSAGE], /reading 'price'/)
  t.match(attributes[conventions.ATTR_EXCEPTION_STACKTRACE], /^TypeError: [^]*at priceOf/)
  t.equal(attributes[conventions.ATTR_CODE_FUNCTION_NAME], 'priceOf')
  t.equal(attributes[conventions.ATTR_CODE_LINE_NUMBER], 14)
  const known = new Set(
    [...Object.entries(conventions), ...Object.entries(incubating)]
      .filter(([name]) => name.startsWith('ATTR_'))
      .map(([, key]) => key)
  )
  for (const key of [...Object.keys(attributes), ...Object.keys(plain(resource.attributes))]) {
    t.ok(known.has(key) || key.startsWith('crash_collector.'), key)
  }
  t.equal(record.severityNumber, 21)
})

t.test('junit: one error, in XML that a parser takes', async t => {
  for (const records of [CHECKOUT_RECORDS, hostileRecords()]) {
    const { dump, sourceMaps } = await opened(t, records)
    const { document } = new JSDOM(junitReport(dump, sourceMaps), { contentType: 'application/xml' }).window
    const [error, ...others] = document.querySelectorAll(
      'testsuites > testsuite[tests="1"][errors="1"] > testcase > error'
    )
    t.same(others, [])
    t.equal(document.querySelectorAll('*').length, 4, 'nothing of the dump became an element')
    t.match(error.textContent, records === CHECKOUT_RECORDS ? /> 14 \| +return product\.price/ : /alert/)

    t.notMatch(
      junitReport(dump, sourceMaps),
      // eslint-disable-next-line no-control-regex
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/,
      'nothing that a terminal acts upon'
    )
    // The attributes that the schemas of JUnit reports know.
    const allowed = new Set([
      'name',
      'tests',
      'failures',
      'errors',
      'skipped',
      'time',
      'timestamp',
      'hostname',
      'classname',
      'message',
      'type'
    ])
    for (const element of document.querySelectorAll('*')) {
      for (const { name } of element.attributes) t.ok(allowed.has(name), name)
    }
  }
})

t.test('github: the command that the toolkit of GitHub would print', async t => {
  for (const records of [CHECKOUT_RECORDS, hostileRecords()]) {
    const { dump, sourceMaps } = await opened(t, records)
    const line = githubAnnotation(dump, sourceMaps, {})
    t.match(line, /^::error title=.*\n$/)
    t.equal(line.split('\n').length, 2, 'one line')
    const [, properties, data] = /** @type {RegExpExecArray} */ (/^::error (.*?)::(.*)\n$/s.exec(line))
    const decode = (/** @type {string} */ text) =>
      text
        .replaceAll('%3A', ':')
        .replaceAll('%2C', ',')
        .replaceAll('%0D', '\r')
        .replaceAll('%0A', '\n')
        .replaceAll('%25', '%')
    const {
      title,
      file,
      line: startLine,
      col
    } = Object.fromEntries(
      properties.split(',').map(each => [each.slice(0, each.indexOf('=')), decode(each.slice(each.indexOf('=') + 1))])
    )
    const program =
      `require(${JSON.stringify(require.resolve('@actions/core'))}).error(${JSON.stringify(decode(data))}, ` +
      `${JSON.stringify({ title, file, startLine: Number(startLine), startColumn: Number(col) })})`
    const { stdout, stderr } = await runNode(['-e', program], { cwd: __dirname })
    t.equal(stdout, line, stderr)
  }
})

t.test('github: paths are those in the repository', async t => {
  const { dump, sourceMaps } = await opened(t)
  t.match(githubAnnotation(dump, sourceMaps, {}), /,file=checkout\.js,line=14,col=20::/)
  t.match(githubAnnotation(dump, sourceMaps, { GITHUB_WORKSPACE: '/' }), /,file=app\/checkout\.js,/)
  t.match(githubAnnotation(dump, sourceMaps, { GITHUB_WORKSPACE: '/elsewhere' }), /,file=checkout\.js,/)
})

t.test('without frames, and without an error', async t => {
  const lone = [{ kind: 'exception', value: str('boom'), description: 'boom' }]
  for (const records of [lone, [{ kind: 'process' }], hostileRecords()]) {
    const cwd = t.testdir()
    makeDump(path.join(cwd, 'a.ccdump'), records)
    for (const format of ['sentry', 'otlp', 'junit', 'github']) {
      const { stdout, stderr, exitCode } = await runCli(['show', 'a.ccdump', '--format', format], { cwd })
      t.equal(stderr, '')
      t.equal(exitCode, 0)
      if (format === 'sentry' || format === 'otlp') t.ok(JSON.parse(stdout))
      // Sentry takes an empty list for damage (scripts/long-tests/check-receivers.py).
      if (format === 'sentry') t.notMatch(stdout, /"frames":\s*\[\s*\]/)
    }
  }
  t.match(
    await runCli(['show', 'a.ccdump', '--format', 'pdf'], { cwd: t.testdir({ 'a.ccdump': '' }) }),
    { exitCode: 2 },
    'wrong usage is told first'
  )
})

t.test('a format that there is none of', async t => {
  const cwd = t.testdir()
  makeDump(path.join(cwd, 'a.ccdump'), CHECKOUT_RECORDS)
  t.match(await runCli(['show', 'a.ccdump', '--format', 'pdf'], { cwd }), {
    exitCode: 2,
    stderr: /there is no format pdf; there are sentry, otlp, junit, github/
  })
})
