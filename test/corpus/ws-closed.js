'use strict'
// https://github.com/websockets/ws/issues/1835: close() follows connect at once, and nothing listens to errors.
// FACT /closed before the connection was established/ what happened
// FACT /ws:\/\/127\.0\.0\.1:\d+\/feed/ which address
// FACT /probe/ who closed it
// HEADLINE error-event
const net = require('node:net')
const WebSocket = require('ws')
net.createServer().listen(0, '127.0.0.1', function probe () {
  const socket = new WebSocket(`ws://127.0.0.1:${this.address().port}/feed`)
  socket.close()
})
