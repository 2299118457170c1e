'use strict'
// A path is printed so that it is short and can be copied.

const os = require('node:os')
const path = require('node:path')
const t = require('tap')

const { pathText } = require('../../../packages/inspect/text/path-text')

t.test('a path within the working directory, the home directory, or none of them', async t => {
  const { homedir } = os
  t.teardown(() => Object.assign(os, { homedir }))
  os.homedir = () => path.dirname(process.cwd())
  const here = path.basename(process.cwd())
  t.equal(pathText(path.join(process.cwd(), 'crashes')), 'crashes')
  t.equal(pathText(process.cwd()), '.')
  t.equal(pathText(path.join(process.cwd(), '.state')), `~/${here}/.state`)
  t.equal(pathText(path.join(process.cwd(), '..', 'shop')), '~/shop')
  t.equal(pathText('/var/crashes'), '/var/crashes')
  os.homedir = () => '/'
  t.equal(pathText('/var/crashes'), '/var/crashes', 'not of a user whose home is the root')
  os.homedir = () => {
    throw new Error('uv_os_homedir returned ENOENT')
  }
  t.equal(pathText('/var/crashes'), '/var/crashes', 'of a user without a home')
})
