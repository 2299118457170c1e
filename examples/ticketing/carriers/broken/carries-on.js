'use strict'
// Believes that a process may live on after anything.

const nightjar = require('../nightjar')

process.on('uncaughtException', error => console.error('carrying on after', error.message))

module.exports = { search: nightjar.search }
