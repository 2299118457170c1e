'use strict'
// https://github.com/nodemailer/nodemailer/issues/1407: the address is in another property than the one that is read.
// FACT /No recipients defined/ what the library says
// FACT /to: undefined/ the property that is undefined
// FACT /recipient: 'ada@|recipient:/ the property that has it
// FACT /EENVELOPE/ the code
// HEADLINE any
const net = require('node:net')
const nodemailer = require('nodemailer')
const server = net.createServer(socket => {
  socket.write('220 mail\r\n')
  socket.on('data', () => socket.write('250 ok\r\n'))
}).listen(0, '127.0.0.1', () => {
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: server.address().port, ignoreTLS: true })
  async function notify (order) {
    const mail = { from: 'shop@shop.example', to: order.email, subject: `Order ${order.id}` }
    return await transport.sendMail(mail)
  }
  notify({ id: 91, recipient: 'ada@shop.example' })
})
