'use strict'
// A service that spends its time finding the route: router-service.js <express | fastify>

const http = require('node:http')

const { serve } = require('../../lab/service/serve')
const { expressApp, fastifyApp } = require('./routers')

if (process.argv[2] === 'express') {
  serve(http.createServer(expressApp()))
} else {
  const app = fastifyApp()
  app.listen({ port: 0, host: '127.0.0.1' }).then(() => serve(app.server))
}
