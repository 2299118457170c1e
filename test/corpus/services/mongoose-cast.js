'use strict'
// https://github.com/bluebits-academy/mern-stack-ecommerce/issues/6 and https://github.com/Automattic/mongoose/issues/3592:
// a word of the address is taken for an id, and the query refuses it.
// FACT /Cast to ObjectId failed for value "?\\?"register/ what failed, with the value
// FACT /_id/ the path
// FACT /model "?\\?"?User|modelName.*User|User/ the model
// FACT /tenant:? *'acme-eu'/ whose request
// FACT /GET \/users\/register\?from=mail/ the request
// FACT /profile\b/ the function that waited
const mongoose = require('mongoose')
const serve = require('./helper/serve')
const User = mongoose.model('User', new mongoose.Schema({ name: String }))
async function profile (params, tenant) {
  const user = await User.findById(params.id)
  return { name: user.name, tenant }
}
async function handle (request) {
  const id = new URL(request.url, 'http://shop').pathname.split('/').pop()
  if (id === 'health') return 'up'
  const found = await profile({ id }, 'acme-eu')
  return JSON.stringify(found)
}
serve({
  handle,
  good: { path: '/users/health' },
  failing: { path: '/users/settings' },
  fatal: { path: '/users/register?from=mail' }
})
