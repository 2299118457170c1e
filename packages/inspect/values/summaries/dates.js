'use strict'
// Summarises the points in time of dayjs, moment and luxon, as ISO 8601 in UTC.

/** @typedef {import('./fields').Fields} Fields */

const MS_PER_MINUTE = 60_000
const ZONE = /^[\w+\-/:]{1,60}$/

/**
 * @param {Fields} fields
 * @returns {string|undefined}
 */
function dateSummary (fields) {
  if (fields.isTrue('isLuxonDateTime')) return luxon(fields)
  if (fields.isTrue('_isAMomentObject')) return moment(fields)
  const isDayjs =
    fields.isTrue('$isDayjsObject') || (fields.number('$y') !== undefined && fields.number('$ms') !== undefined)
  return isDayjs ? dayjs(fields) : undefined
}

/** @param {Fields} fields */
function luxon (fields) {
  const invalid = fields.object('invalid')
  if (invalid !== undefined) return `DateTime(Invalid${suffix(': ', invalid.string('reason'))})`
  return pointInTime('DateTime', fields.number('ts'), fields.object('_zone')?.string('zoneName'))
}

/** @param {Fields} fields */
function moment (fields) {
  if (fields.value('_isValid')?.value === false) return 'Moment(Invalid date)'
  const time = fields.time('_d')
  // moment shifts the Date inside by the offset with which it is displayed.
  const shift = (fields.number('_offset') ?? 0) * MS_PER_MINUTE
  return pointInTime('Moment', time === undefined ? undefined : time - shift, fields.object('_z')?.string('name'))
}

/** @param {Fields} fields */
function dayjs (fields) {
  const time = fields.time('$d')
  const offset = fields.number('$offset')
  const extra = fields.object('$x')
  const local = offset === undefined ? 0 : extra?.number('$localOffset')
  // With an offset, dayjs shifts the Date inside by this offset and by the machine's own, which is not always kept.
  if (time === undefined || local === undefined) return undefined
  return pointInTime('Dayjs', time - ((offset ?? 0) + local) * MS_PER_MINUTE, extra?.string('$timezone'))
}

/**
 * @param {string} className
 * @param {number|undefined} time
 * @param {string} [zone]
 * @returns {string|undefined}
 */
function pointInTime (className, time, zone) {
  if (time === undefined) return undefined
  const date = new Date(time)
  return `${className}(${Number.isNaN(date.getTime()) ? 'Invalid Date' : date.toISOString()}${suffix(' ', zone)})`
}

/**
 * @param {string} start
 * @param {string|undefined} text
 */
function suffix (start, text) {
  return text === undefined || !(ZONE.test(text) || start === ': ') ? '' : start + text.slice(0, 60)
}

module.exports = { dateSummary }
