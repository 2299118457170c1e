'use strict'
// Reads the dump from the page and assembles the views.

const { PageDump } = require('./model/dump')
const { searchRoots } = require('./model/search-roots')
const { element } = require('./dom/element')
const { errorView } = require('./view/error')
const { framesView } = require('./view/frames')
const { helpView } = require('./view/help')
const { onKeys } = require('./dom/keys')
const { missingView } = require('./view/missing')
const { pathView } = require('./view/path')
const { processView } = require('./view/process')
const { searchView } = require('./view/search')
const { tabsView } = require('./view/tabs')
const { tasksView } = require('./view/tasks')
const { timelineView } = require('./view/timeline')

function start () {
  const dump = new PageDump(JSON.parse(textOf('dump')), textOf('objects'))
  const { data } = dump
  const error = errorView(dump)
  const frames = framesView(dump)
  const tasks = data.tasks.length === 0 ? null : tasksView(dump)
  const process = processView(dump)
  const tabs = tabsView([
    { name: 'frames', title: 'Frames', count: data.frames.length, element: frames.element },
    ...(data.path === null ? [] : [{ name: 'path', title: 'Path', element: pathView(dump, data.path) }]),
    ...(tasks === null
      ? []
      : [{ name: 'tasks', title: 'Async tasks', count: data.tasks.length, element: tasks.element }]),
    { name: 'process', title: 'Process', element: process.element },
    { name: 'timeline', title: 'Timeline', element: timelineView(dump) },
    { name: 'missing', title: 'Not captured', count: data.notCaptured.length, element: missingView(dump) }
  ])
  const search = searchView(dump, () => searchRoots(dump), {
    onopen (isOpen) {
      search.results.hidden = !isOpen
      tabs.panels.hidden = isOpen
    },
    onhit ({ root, indexes }) {
      const { view, index, section } = root.place
      search.clear()
      if (view !== 'exception') tabs.select(view)
      const row =
        view === 'frames'
          ? frames.reveal(index, section, indexes)
          : view === 'tasks'
            ? tasks?.reveal(index, section, indexes)
            : view === 'process'
              ? process.reveal(indexes)
              : error.reveal(indexes)
      if (!row) return
      for (const each of document.querySelectorAll('.row.found')) each.classList.remove('found')
      row.classList.add('found')
      row.scrollIntoView?.({ block: 'center' })
      row.querySelector('button')?.focus({ preventScroll: true })
    }
  })
  const help = helpView()
  const helpButton = element(
    'button',
    {
      type: 'button',
      class: 'help-button',
      'aria-label': 'Keys',
      onclick: () => {
        help.hidden = !help.hidden
      }
    },
    '?'
  )
  const page = document.getElementById('page')
  if (page === null) return
  // The summary is written for pages without scripts, and for paper.
  const summary = [...page.childNodes]
  const views = [
    error.element,
    element('nav', {}, tabs.bar, element('div', { class: 'tools' }, search.input, helpButton)),
    element('main', {}, search.results, tabs.panels),
    element('footer', { class: 'dim' }, `${data.file} · crash-collector ${data.header.collectorVersion}`),
    help
  ]
  page.replaceChildren(...views)
  window.addEventListener('beforeprint', () => page.replaceChildren(...summary))
  window.addEventListener('afterprint', () => page.replaceChildren(...views))
  onKeys({
    move: by => {
      if (tabs.selected() === 'frames' && !tabs.panels.hidden) frames.move(by)
    },
    tab: index => tabs.selectAt(index),
    search: () => search.input.focus(),
    help: () => {
      help.hidden = !help.hidden
    },
    close: () => {
      help.hidden = true
      search.clear()
    }
  })
}

/** @param {string} id */
const textOf = id => document.getElementById(id)?.textContent ?? ''

module.exports = { start }
