'use strict'
// Gives the other modules lib/report.js. It is loaded at once here, because the application may have replaced `require`
// by the time the process dies. In the bundle, scripts/build/bundle.js replaces this file by one that runs the bundle's
// second part at the first call of loadReport().

const report = require('./report')

module.exports = { loadReport: () => report }
