'use strict'
// https://github.com/dcodeIO/bcrypt.js/issues/138 and https://github.com/bradtraversy/nodeauthapp/issues/9: the form has
// the password under another name.
// FACT /Illegal arguments: undefined, string/ what failed
// FACT /password`?( is|:)? +undefined/ what is undefined
// FACT /passwd/ the name that the form has
// FACT /'ada-19'/ which user
// FACT /POST \/signup/ the request
// FACT /register\b/ who waited
const bcrypt = require('bcryptjs')
const serve = require('./helper/serve')
async function hashed (password) {
  const salt = bcrypt.genSaltSync(4)
  const hash = await bcrypt.hash(password, salt)
  return hash
}
async function register (form) {
  const hash = await hashed(form.password)
  return { name: form.name, hash }
}
async function handle (request, body) {
  const user = await register(body)
  return user.name
}
serve({
  handle,
  good: { method: 'POST', path: '/signup?1', body: { name: 'olga', password: 'wet-kettle-9' } },
  failing: { method: 'POST', path: '/signup?2', body: { name: 'noor', passwd: 'wet-kettle-9' } },
  fatal: { method: 'POST', path: '/signup', body: { name: 'ada-19', passwd: 'wet-kettle-9' } }
})
