'use strict'
module.exports = { writeReport () {} }
