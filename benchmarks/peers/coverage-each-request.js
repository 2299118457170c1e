'use strict'
// Writes V8's coverage to a file whenever a request has been answered, as an experiment did whose figures
// led to execution paths. NODE_V8_COVERAGE has to be set.

const { subscribe } = require('node:diagnostics_channel')
const v8 = require('node:v8')

subscribe('http.server.response.finish', () => v8.takeCoverage())
