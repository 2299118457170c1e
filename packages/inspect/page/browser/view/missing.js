'use strict'
// Shows what the dump lacks and why, and how it was made.

const { reasonText } = require('../../../values/describe-value')
const { element } = require('../dom/element')

/** @param {import('../model/dump').PageDump} dump */
function missingView ({ data, objectCount }) {
  const { notCaptured, captureErrors, truncated, header, file } = data
  const nothing = notCaptured.length === 0 && captureErrors.length === 0 && !truncated
  const { capture } = header
  return element(
    'div',
    { class: 'panel' },
    truncated &&
      element(
        'p',
        { class: 'warning' },
        'The dump was cut short: its process was killed, or the disk was full, while it was written.'
      ),
    nothing &&
      element(
        'p',
        {},
        'No limit was reached for the dump as a whole. A value that was cut says so itself.'
      ),
    element(
      'ul',
      {},
      notCaptured.map(({ reason, count, what, detail }) =>
        element(
          'li',
          {},
          element('strong', {}, [count, what].filter(each => each !== undefined).join(' ')),
          ' ',
          reasonText(reason),
          detail === undefined ? '' : `: ${detail}`
        )
      ),
      captureErrors.map(text => element('li', { class: 'warning' }, text))
    ),
    element(
      'dl',
      { class: 'facts' },
      facts([
        ['dump', file],
        ['written by', `crash-collector ${header.collectorVersion}, mode ${header.mode}`],
        [
          'variables read by',
          capture.hook === null
            ? 'nobody'
            : `${capture.hook}, ${capture.walker ?? 'no'} walker, matched by ${capture.match ?? 'nothing'}`
        ],
        ['objects', String(objectCount)],
        ['redaction', header.redaction.enabled ? 'on' : 'off'],
        ...settingsFrom(header),
        ...Object.entries(header.limits).map(([name, limit]) => /** @type {[string, string]} */ ([name, String(limit)]))
      ])
    )
  )
}

/**
 * @param {import('crash-collector-shared/dump/format').HeaderRecord} header
 * @returns {[string, string][]}
 */
function settingsFrom ({ settingsFile }) {
  if (settingsFile === undefined) return []
  return [['settings', `${settingsFile.settings.join(', ')} from ${settingsFile.path}`]]
}

/** @param {[string, string][]} pairs */
const facts = pairs => pairs.flatMap(([name, text]) => [element('dt', {}, name), element('dd', {}, text)])

module.exports = { missingView }
