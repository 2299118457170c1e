'use strict'
// https://github.com/aws/aws-sdk-js/issues/3846: the object does not exist.
// FACT /NoSuchKey|The specified key does not exist/ what failed
// FACT /'invoices-eu'/ the bucket
// FACT /2024\/R-77\.pdf/ the key
// FACT /'?REQ9F2'?/ the id of the request
// FACT /sendInvoice/ who waited
// FACT /'R-77'/ which invoice
const http = require('node:http')
const { GetObjectCommand, S3Client } = require('@aws-sdk/client-s3')
const serve = require('./helper/serve')
const MISSING = '<Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>'
http.createServer((request, response) => {
  const isMissing = !request.url.includes('R-1.')
  response.writeHead(isMissing ? 404 : 200, { 'content-type': 'application/xml', 'x-amz-request-id': 'REQ9F2' })
  response.end(isMissing ? MISSING : 'pdf')
}).listen(0, '127.0.0.1', function () {
  const s3 = new S3Client({
    region: 'eu-west-1',
    endpoint: `http://127.0.0.1:${this.address().port}`,
    forcePathStyle: true,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' }
  })
  async function sendInvoice (invoice) {
    const Key = `2024/${invoice.number}.pdf`
    const object = await s3.send(new GetObjectCommand({ Bucket: 'invoices-eu', Key }))
    return object.Body.transformToString()
  }
  async function handle (request) {
    const sent = await sendInvoice({ number: request.url.split('/').pop(), to: 'C-9' })
    return sent
  }
  serve({ handle, good: { path: '/send/R-1' }, failing: { path: '/send/R-2' }, fatal: { path: '/send/R-77' } })
})
