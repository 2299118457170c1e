'use strict'
// https://github.com/tulios/kafkajs/issues/418: nobody answers at the broker's address, and nobody awaits connect().
// FACT /ECONNREFUSED/ what failed
// FACT /127\.0\.0\.1:1\b/ the broker
// FACT /'orders-worker'/ which client
// FACT /retryCount:? *1|1 retr|retries:? *1/ how often it was tried
// FACT /'invoices'/ the topic that it would have read
const { Kafka, logLevel } = require('kafkajs')
const serve = require('./helper/serve')
const kafka = new Kafka({
  clientId: 'orders-worker',
  brokers: ['127.0.0.1:1'],
  logLevel: logLevel.NOTHING,
  retry: { initialRetryTime: 1, retries: 1 }
})
async function start (topic) {
  const consumer = kafka.consumer({ groupId: `${topic}-readers` })
  await consumer.connect()
  await consumer.subscribe({ topic })
}
async function handle (request) {
  const topic = request.url.split('/').pop()
  if (topic === 'health') return 'up'
  await start(topic)
  return 'started'
}
serve({
  handle,
  good: { path: '/start/health' },
  failing: { path: '/start/orders' },
  fatal: { path: '/start/invoices' }
})
