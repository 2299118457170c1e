'use strict'
// Shows tabs and the panel of the selected one.

const { element } = require('../dom/element')

/**
 * @param {{ name: string, title: string, count?: number, element: HTMLElement }[]} tabs
 */
function tabsView (tabs) {
  let selected = tabs[0].name
  const buttons = tabs.map(({ name, title, count }) =>
    element(
      'button',
      { type: 'button', role: 'tab', onclick: () => select(name) },
      title,
      count !== undefined && count > 0 && [' ', element('span', { class: 'count' }, count)]
    )
  )
  const panels = element('div', {}, tabs.map(tab => tab.element))
  /** @param {string} name */
  const select = name => {
    selected = name
    tabs.forEach((tab, i) => {
      tab.element.hidden = tab.name !== name
      buttons[i].setAttribute('aria-selected', String(tab.name === name))
    })
  }
  select(selected)
  return {
    bar: element('div', { class: 'tabs', role: 'tablist' }, buttons),
    panels,
    select,
    selected: () => selected,
    /** @param {number} index */
    selectAt: index => {
      if (tabs[index] !== undefined) select(tabs[index].name)
    }
  }
}

module.exports = { tabsView }
