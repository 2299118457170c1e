'use strict'
// Shows the keys of the page.

const { element } = require('../dom/element')

/** @type {[string, string][]} */
const KEYS = [
  ['↑ ↓ or k j', 'the frame above, below'],
  ['/', 'search names and values; /text/i is a regular expression'],
  ['1, 2 …', 'the tabs, from the left'],
  ['Enter or space', 'on a value: unfold it'],
  ['Esc', 'close the search or this'],
  ['?', 'this help']
]

function helpView () {
  const dialog = element(
    'div',
    { class: 'help', role: 'dialog', 'aria-label': 'Keys', hidden: true },
    element('h2', {}, 'Keys'),
    element(
      'dl',
      {},
      KEYS.flatMap(([keys, what]) => [element('dt', {}, element('kbd', {}, keys)), element('dd', {}, what)])
    ),
    element(
      'p',
      { class: 'dim' },
      'Values are as they were when the error was created. A getter is shown and never run. ' +
        'Lines and columns count from 1.'
    ),
    element(
      'button',
      {
        type: 'button',
        onclick: () => {
          dialog.hidden = true
        }
      },
      'Close'
    )
  )
  return dialog
}

module.exports = { helpView }
