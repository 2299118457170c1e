'use strict'
// https://github.com/jaakkos/winston-logstash/issues/89: what is logged refers to itself, and the transport makes JSON of
// it.
// FACT /Converting circular structure to JSON/ what failed
// FACT /agent\.owner` is .{0,30}again|closes the circle/ where it refers to itself
// FACT /app logged out/ the message that was logged
// FACT /'sess-44'/ which session
// FACT /logOut\b/ who logged
const net = require('node:net')
const winston = require('winston')
const LogstashTransport = require('winston-logstash/lib/winston-logstash-latest')
const serve = require('./helper/serve')
net.createServer(socket => { socket.resume().on('error', () => {}) }).listen(0, '127.0.0.1', function () {
  const transport = new LogstashTransport({ host: '127.0.0.1', port: this.address().port })
  const logger = winston.createLogger({ transports: [transport] })
  function logOut (session, client) {
    logger.error('app logged out', { session: session.id, config: client.config })
    return session.id
  }
  async function handle (request) {
    const query = new URL(request.url, 'http://app').searchParams
    const config = { url: '/token', agent: { sockets: 2 } }
    if (query.has('linked')) config.agent.owner = config
    return logOut({ id: query.get('session') }, query.has('gone') ? undefined : { config })
  }
  serve({
    handle,
    good: { path: '/out?session=s-1' },
    failing: { path: '/out?session=s-2&gone' },
    fatal: { path: '/out?session=sess-44&linked' }
  })
})
