'use strict'
// https://github.com/Tom-Hirschberger/MMM-MQTTbridge/issues/35: the configuration does not have the topic.
// FACT /reading 'resubscribe'/ what failed
// FACT /topics\.alarm`? is undefined|topic`?( is)? +undefined/ where the undefined value came from
// FACT /alarms: /  the topic that exists
// FACT /'cellar'/ which room
// FACT /mqtt:\/\/127\.0\.0\.1:1\b|127\.0\.0\.1/ the broker
const mqtt = require('mqtt')
const serve = require('./helper/serve')
const client = mqtt.connect('mqtt://127.0.0.1:1').on('error', () => {})
const CONFIG = { topics: { light: 'home/light', alarms: 'home/alarms' } }
function follow (room, topic) {
  client.subscribe(topic)
  return room.name
}
function listen (room, kind) {
  return kind === 'light' ? follow(room, CONFIG.topics.light) : follow(room, CONFIG.topics.alarm)
}
async function handle (request) {
  const [name, kind] = request.url.split('/').slice(-2)
  return listen({ name }, kind)
}
serve({
  handle,
  good: { path: '/rooms/hall/light' },
  failing: { path: '/rooms/hall/alarm' },
  fatal: { path: '/rooms/cellar/alarm' }
})
