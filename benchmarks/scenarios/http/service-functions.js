'use strict'
// Provides functions of express and fastify that run for a request of a router-bound service, by name.

const { once } = require('node:events')
const http = require('node:http')
const { createRequire } = require('node:module')

const { expressApp, fastifyApp } = require('./routers')

const requirePackage = createRequire(__filename)
const PATH = '/api/v1/resource-50/17'

/**
 * @returns {Promise<{ functions: Record<string, Function>, request: () => Promise<void> }>} request runs all of them
 */
async function startServices () {
  const express = expressApp()
  const fastify = fastifyApp()
  const server = http.createServer(express).listen(0, '127.0.0.1')
  await Promise.all([once(server, 'listening'), fastify.listen({ port: 0, host: '127.0.0.1' })])
  const urls = [server, fastify.server].map(one => `http://127.0.0.1:${one.address().port}${PATH}`)
  const layer = express.router.stack[50]
  return {
    functions: {
      'express, handler': layer.route.stack[0].handle,
      'express, Route.dispatch': layer.route.dispatch,
      'express, Layer.match': layer.match,
      'express, Layer.handleRequest': layer.handleRequest,
      'express, Router.handle': express.router.handle,
      'fastify, Reply.send': requirePackage('fastify/lib/reply').prototype.send,
      'fastify, handleRequest': requirePackage('fastify/lib/handle-request')
    },
    async request () {
      for (const url of urls) {
        const { route } = await (await fetch(url)).json()
        if (route !== 50) throw new Error(`${url} was answered by route ${route}`)
      }
    }
  }
}

module.exports = { startServices }
