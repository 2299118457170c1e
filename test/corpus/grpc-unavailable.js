'use strict'
// https://github.com/grpc/grpc-node/issues/2603: the service is not there.
// FACT /UNAVAILABLE/ the status
// FACT /127\.0\.0\.1:9/ the address
// FACT /chat-17/ the question
// FACT /askQuestion/ who asked
// HEADLINE told-by-library
const grpc = require('@grpc/grpc-js')
const text = { s: value => Buffer.from(JSON.stringify(value)), d: bytes => JSON.parse(String(bytes)) }
const client = new grpc.Client('127.0.0.1:9', grpc.credentials.createInsecure())
const ask = question => new Promise((resolve, reject) => {
  client.makeUnaryRequest('/Chat/Ask', text.s, text.d, question, new grpc.Metadata(), { deadline: Date.now() + 8000 },
    (error, answer) => error ? reject(error) : resolve(answer))
})
async function askQuestion (question) {
  return (await ask(question)).text
}
askQuestion({ chat: 'chat-17', text: 'where is my parcel?' })
