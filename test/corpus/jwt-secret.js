'use strict'
// https://github.com/nestjs/jwt/issues/2079: the secret is read from a variable of the environment that is not set.
// FACT /userId: 44/ for whom the token was
// FACT /secret.*undefined/ the secret is undefined
// FACT /process\.env\.JWT_SECRET|JWT_SECRET/ where it should have come from
// FACT /login/ who asked
// HEADLINE refused-argument
const jwt = require('jsonwebtoken')
const config = { expiresIn: '7d', secret: process.env.JWT_SECRET }
async function login (user) {
  await null
  return jwt.sign({ userId: user.id }, config.secret, { expiresIn: config.expiresIn })
}
login({ id: 44, name: 'Ada' })
