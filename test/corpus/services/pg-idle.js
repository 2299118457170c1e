'use strict'
// https://github.com/bytebase/dbhub/issues/422: the database closes a connection that nobody uses, and nothing listens to
// errors of the pool.
// FACT /terminating connection due to administrator command/ what happened
// FACT /57P01/ its code
// FACT /shop_eu/ the database
// FACT /(no|without|nothing|nobody)[^.]{0,40}listen|Emitted 'error' event/i that nothing listened
// FACT /Pool/ whose event it is
// FACT /127\.0\.0\.1:\d+|port:? *\d+/ the address
const net = require('node:net')
const { Pool } = require('pg')
const serve = require('./helper/serve')
const message = (type, ...fields) => {
  const body = Buffer.concat(fields)
  const size = Buffer.alloc(4)
  size.writeUInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), size, body])
}
const READY = message('Z', Buffer.from('I'))
const error = (severity, code, text) =>
  message('E', ...[`S${severity}`, `V${severity}`, `C${code}`, `M${text}`, ''].map(each => Buffer.from(`${each}\0`)))
const REFUSED = error('ERROR', '42P01', 'relation "order" does not exist')
const ENDED = error('FATAL', '57P01', 'terminating connection due to administrator command')
const sockets = new Set()
net.createServer(socket => {
  sockets.add(socket)
  socket.on('error', () => {})
  let isReady = false
  socket.on('data', data => {
    if (isReady && data[0] !== 0x51) return
    const parts = isReady
      ? [String(data).includes('bad') ? REFUSED : message('C', Buffer.from('SELECT 0\0')), READY]
      : [message('R', Buffer.alloc(4)), READY]
    isReady = true
    socket.write(Buffer.concat(parts))
  })
}).listen(0, '127.0.0.1', function () {
  const pool = new Pool({ host: '127.0.0.1', port: this.address().port, user: 'shop_ro', database: 'shop_eu' })
  async function orders (customer, table) {
    const { rowCount } = await pool.query(`SELECT * FROM ${table}`)
    return { customer, rowCount }
  }
  async function handle (request) {
    if (request.url !== '/restart') return JSON.stringify(await orders('C-7', request.url.slice(1)))
    await orders('C-7', 'orders')
    for (const socket of sockets) socket.write(ENDED)
    await new Promise(resolve => setTimeout(resolve, 500))
  }
  serve({ handle, good: { path: '/orders' }, failing: { path: '/bad' }, fatal: { path: '/restart' } })
})
