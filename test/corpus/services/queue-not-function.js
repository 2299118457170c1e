'use strict'
// https://github.com/open-wa/wa-automate-nodejs/issues/415: a queue gets `undefined` instead of a function, because there
// is no handler for this kind of message.
// FACT /fn is not a function|is not a function/ what failed
// FACT /fn`?( is|:)? +undefined/ that it is undefined
// FACT /'sticker'/ the kind of message
// FACT /'chat-4917'/ which chat
// FACT /text[,:].*image|handlers? .*text/ the handlers that exist
// FACT /onMessage/ who waited
const { default: PQueue } = require('p-queue')
const serve = require('./helper/serve')
const queue = new PQueue({ concurrency: 1 })
const HANDLERS = { text: async () => 'read', image: async () => 'seen' }
async function onMessage (message) {
  const task = HANDLERS[message.type]
  const result = await queue.add(task)
  return { result, chat: message.chat }
}
async function handle (request) {
  const query = new URL(request.url, 'http://bot').searchParams
  const { result } = await onMessage({ type: query.get('type'), chat: query.get('chat') })
  return result
}
serve({
  handle,
  good: { path: '/hook?type=text&chat=chat-1' },
  failing: { path: '/hook?type=poll&chat=chat-2' },
  fatal: { path: '/hook?type=sticker&chat=chat-4917' }
})
