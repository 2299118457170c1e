'use strict'
// Each context has another getter for the stacks of its errors.
// Worked around in lib/safe/data-property.js.
// Node.js 22, 24, 26
const assert = require('node:assert')
const vm = require('node:vm')

/** @param {Error} error */
const getterOf = error => Object.getOwnPropertyDescriptor(error, 'stack')?.get
const here = getterOf(new Error('no'))
assert.equal(here, getterOf(new Error('another')))
const there = getterOf(vm.runInNewContext('new Error("no")'))
assert.notEqual(here, there, 'there is one getter, or none: isBuiltinGetter() may compare functions')
