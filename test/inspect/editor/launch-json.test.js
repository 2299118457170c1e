'use strict'
// The debug configuration gets into each launch.json that VS Code accepts, and nothing else in the file changes.

const vm = require('node:vm')
const t = require('tap')
const { launchConfiguration, portOf, withConfiguration } = require('../../../packages/inspect/editor/launch-json')

/** The value of JSON with comments and commas at the end, as VS Code reads it. */
const valueOf = (/** @type {string} */ text) => vm.runInNewContext(`(${text}\n)`)

t.test('no file, and objects without configurations', async t => {
  for (const text of ['', ' \n', '{}', '{\n}', '{ "configurations": [] }', '{ "version": "0.2.0" }']) {
    const edited = withConfiguration(text, 4000)
    t.same(JSON.parse(edited).configurations, [launchConfiguration(4000)], text)
    t.equal(portOf(edited), 4000)
    t.equal(withConfiguration(edited, 4000), edited, 'once')
  }
  t.match(JSON.parse(withConfiguration('', 1)), { version: '0.2.0' })
})

t.test('comments, other configurations and their order stay', async t => {
  const others = `
        // the service
        { "type": "node", "request": "launch", "name": "app", "program": "a.js", }, /* and */
        { "type": "node", "request": "launch", "name": "b" }
    ],
    "compounds": [],
}
// end
`
  const start = '{\n    // Use IntelliSense\n    "version": "0.2.0",\n    "configurations": ['
  const edited = withConfiguration(start + others, 4000)
  t.ok(edited.startsWith(`${start}\n        {\n            "type": "node",`), edited)
  t.ok(edited.endsWith(`        },${others}`), edited)
  t.same(valueOf(edited).configurations.map((/** @type {{ name: string }} */ { name }) => name), [
    'crash-collector',
    'app',
    'b'
  ])
})

t.test('of the configuration of an earlier run only the port changes', async t => {
  const text = '\ufeff{ "configurations": [{ "name": "x" }, { "name": "crash-collector", // mine\n' +
    ' "request": "attach", "skipFiles": ["a"], "port": 12, }] }'
  t.equal(portOf(text), 12)
  t.equal(withConfiguration(text, 4000), text.replace('12', '4000'))
  for (const other of ['"request": "launch", "port": 12', '"request": "attach"']) {
    const text = `{ "configurations": [{ "name": "crash-collector", ${other} }] }`
    t.equal(withConfiguration(text, 4000), undefined, other)
  }
  for (const port of ['"12"', '0', '65536', '1.5', '-1']) {
    t.equal(portOf(`{ "configurations": [{ "name": "crash-collector", "port": ${port} }] }`), undefined, port)
  }
})

t.test('indents and line ends are those of the file', async t => {
  const edited = withConfiguration('{\r\n\t"version": "0.2.0",\r\n\t"configurations": []\r\n}\r\n', 4000)
  t.notMatch(edited, /[^\r]\n/)
  t.match(edited, '\r\n\t\t{\r\n\t\t\t"type": "node",')
  t.match(edited, '\r\n\t\t}\r\n\t]\r\n}\r\n')
})

t.test('what is no such file is not edited', async t => {
  const texts = [
    '// nothing',
    '[]',
    '{',
    '{} {}',
    '{}, {}',
    '({})',
    '{}.a',
    '{ "configurations": 1 }',
    '{ "configurations": [a()] }',
    '{ configurations: [] }',
    '{ "a": `b` }',
    '{ ["configurations"]: [] }',
    '{ ...{} }',
    '{ "configurations": [,] }'
  ]
  for (const text of texts) t.equal(withConfiguration(text, 4000), undefined, text)
})
