'use strict'
// Gives the other modules lib/fallback, which captures by a pause of V8's debugger. It is loaded in mode `always`, and
// where the addon cannot read the stack. In the bundle, scripts/build/bundle.js replaces this file by one that runs the
// bundle's third part at the first call of loadFallback().

module.exports = { loadFallback: () => require('./fallback') }
