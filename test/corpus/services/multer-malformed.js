'use strict'
// https://github.com/expressjs/multer/issues/1176: an upload ends early, and nothing listens to errors of the parser.
// FACT /Unexpected end of form/ what failed
// FACT /POST \/upload\/c-31/ the request
// FACT /invoice-31\.txt/ the file
// FACT /fieldname:? *'document'|name:? *'document'|'document'/ the field
// FACT /body of \d+ bytes|content-length/ how long the body is
const http = require('node:http')
const express = require('express')
const multer = require('multer')
const upload = multer({ storage: multer.memoryStorage() })
const app = express()
app.post('/upload/:customer', upload.single('document'), (request, response) => {
  response.send(request.file.originalname)
})
app.use((error, request, response, next) => { response.status(500).send(error.message) })
const server = app.listen(0, '127.0.0.1', async () => {
  if (process.argv[2] === 'warm') {
    for (let i = 0; i < 600; i++) await send('/upload/c-1', i % 3 === 2 ? 'picture' : 'document', 'a.txt', true)
  }
  send('/upload/c-31', 'document', 'invoice-31.txt', false)
})
function send (path, field, filename, isWhole) {
  const lines = [
    '--AaB03x',
    `Content-Disposition: form-data; name="${field}"; filename="${filename}"`,
    'Content-Type: text/plain',
    '',
    'a;b',
    ...(isWhole ? ['--AaB03x--', ''] : [])
  ]
  const body = lines.join('\r\n')
  const headers = { 'content-type': 'multipart/form-data; boundary=AaB03x', 'content-length': body.length }
  const { port } = server.address()
  return new Promise(resolve => {
    const request = http.request({ host: '127.0.0.1', port, path, method: 'POST', headers }, response => {
      response.resume().on('end', resolve)
    })
    request.on('error', resolve).end(body)
  })
}
