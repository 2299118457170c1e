// value: config mode attempt target reason

import { mark } from '../mark.js'

const config = { name: mark('config') }
const mode = mark('mode')
let attempt = mark('attempt')

function start (target) {
  const reason = mark('reason')
  throw new Error(`cannot start ${[target, reason, mode, attempt, config.name].length}`)
}

await new Promise(resolve => setTimeout(resolve, 500))
attempt = `${attempt}`
start(mark('target'))
