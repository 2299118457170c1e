'use strict'
// Explains an error that the application's own timer made: says how long the timer was, and what was awaited.

const { callIn, callWords } = require('../application-call')
const { isApplicationFrame } = require('../../crash/application-frames')
const { dataProperty } = require('../properties')
const { leadTo, madeAt } = require('../conditions/made-error')
const { Scene } = require('../scene')

/** @type {import('../types').Rule} */
const timer = {
  name: 'timer',
  explain (dump) {
    const made = madeAt(dump)
    if (made === undefined || leadTo(made.scene, made.node) !== undefined) return undefined
    const frames = dump.callFrames
    const next = frames[frames.indexOf(made.scene.frame) + 1]
    if (next?.functionName !== 'listOnTimeout' || next.url !== 'node:internal/timers') return undefined
    const held = next.scopeChain.flatMap(scope => (scope.type === 'global' ? [] : dump.scope(scope).variables))
    const value = held.find(({ name }) => name === 'timer')?.value
    const [ms, repeat] = ['_idleTimeout', '_repeat'].map(name => dataProperty(dump, value, name))
    if (ms?.type !== 'number' || Number(ms.value) < 0 || repeat?.subtype !== 'null') return undefined
    const frame = frames.find(each => each.role === 'awaiting' && isApplicationFrame(each))
    const waiting = frame === undefined ? undefined : callIn(new Scene(dump, frame))
    return waiting === undefined
      ? undefined
      : `the ${ms.value} ms of the timer at ${made.scene.place} were over before ${callWords(waiting)} was done`
  }
}

module.exports = { timer }
