'use strict'
// Each program of this folder shows one behaviour of V8 or Node.js that is a defect or undocumented, and that the
// collector works around. Its header names the files that work around the behaviour, and the versions that have it. On
// any other version the program must fail and say what can be removed, so that an obsolete workaround is noticed.

const fs = require('node:fs')
const path = require('node:path')
const t = require('tap')
const { runNode, testedVersion } = require('../helpers/run-node')

const PACKAGE = path.resolve(__dirname, '../..')
const KNOWN_MAJORS = ['20', '22', '24', '26']
const PROGRAMS = fs.readdirSync(__dirname).filter(name => name.endsWith('.js') && !name.endsWith('.test.js'))

/**
 * @param {string} program
 * @returns {{ files: string[], majors: string[] }} where the behaviour is worked around, and the versions that have it
 */
function headerOf (program) {
  const source = fs.readFileSync(path.join(__dirname, program), 'utf8')
  const [, comment = ''] = /^'use strict'\n((?:\/\/ .*\n)+)/.exec(source) ?? []
  const text = comment.replaceAll('\n// ', ' ')
  const [, files = ''] = /Worked around in (.*)\. Node\.js/.exec(text) ?? []
  const [, majors = ''] = /Node\.js ([\d, ]+)\n$/.exec(text) ?? []
  return { files: files.split(/, | and /), majors: majors.split(', ') }
}

/** @param {string} text @returns {string[]} programs that a file names */
const namedIn = text => [...text.matchAll(/test\/workarounds\/([\w-]+\.js)/g)].map(([, name]) => name)

t.test('each behaviour is there in the versions that are said to have it, and in no other', async t => {
  const [, major] = /^v(\d+)/.exec(await testedVersion()) ?? []
  if (!KNOWN_MAJORS.includes(major)) return t.comment(`nothing is known of Node.js ${major}`)
  for (const program of PROGRAMS) {
    const { exitCode, stderr } = await runNode([path.join(__dirname, program)], { cwd: t.testdir() })
    if (headerOf(program).majors.includes(major)) {
      t.equal(exitCode, 0, program, { stderr })
    } else {
      t.equal(exitCode, 1, `${program} fails`)
      t.match(stderr, /AssertionError \[ERR_ASSERTION\]: [^\n]+: [^\n]+/, `${program} says what may go`)
    }
  }
})

t.test('each program says where its behaviour is worked around, and is named there', async t => {
  for (const program of PROGRAMS) {
    const { files, majors } = headerOf(program)
    t.ok(majors.length > 0 && majors.every(major => KNOWN_MAJORS.includes(major)), `${program}: ${majors}`)
    for (const file of files) {
      t.ok(namedIn(fs.readFileSync(path.join(PACKAGE, file), 'utf8')).includes(program), `${file} names ${program}`)
    }
  }
})

t.test('the programs that the sources name are there', async t => {
  for (const folder of ['lib', 'src']) {
    for (const entry of fs.readdirSync(path.join(PACKAGE, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const file = path.relative(PACKAGE, path.join(entry.parentPath ?? entry.path, entry.name))
      for (const program of namedIn(fs.readFileSync(path.join(PACKAGE, file), 'utf8'))) {
        t.ok(PROGRAMS.includes(program) && headerOf(program).files.includes(file), `${program} names ${file}`)
      }
    }
  }
})
