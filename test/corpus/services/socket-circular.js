'use strict'
// https://github.com/socketio/socket.io/issues/1665 and https://github.com/socketio/socket.io-parser/issues/63: what is
// sent refers to itself, and the search for binary data never ends.
// FACT /Maximum call stack size exceeded/ what failed
// FACT /hasBinary/ the function that calls itself
// FACT /players\[0\]\.room|\[Circular/ where it refers to itself
// FACT /code: 'K7PQ'/ which room
// FACT /publish/ who sent it
const { Server } = require('socket.io')
const serve = require('./helper/serve')
const io = new Server()
function publish (event, room) {
  io.emit(event, room)
  return room.code
}
function join (code, names, isLinked) {
  const room = { code, players: [] }
  for (const name of names) room.players.push(isLinked ? { name, room } : { name })
  return publish('state', room)
}
async function handle (request) {
  const query = new URL(request.url, 'http://game').searchParams
  return join(query.get('code'), ['Mia', 'Olga'], query.has('linked'))
}
serve({
  handle,
  good: { path: '/join?code=A1' },
  failing: { path: '/join?code=B2&linked' },
  fatal: { path: '/join?code=K7PQ&linked' }
})
