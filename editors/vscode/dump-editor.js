'use strict'
// Shows a dump as its page. The page comes with a content security policy that allows its own script and style only, by
// their hashes.

/** @typedef {import('./types').Uri} Uri */

const VIEW_TYPE = 'crashCollector.dump'

/** @param {import('./command-line').CommandLine} commandLine */
function createDumpEditor (commandLine) {
  return {
    /** @param {Uri} uri */
    openCustomDocument: uri => ({ uri, dispose () {} }),

    /**
     * @param {{ uri: Uri }} document
     * @param {import('./types').WebviewPanel} panel
     */
    async resolveCustomEditor ({ uri }, panel) {
      let isClosed = false
      panel.onDidDispose(() => {
        isClosed = true
      })
      panel.webview.options = { enableScripts: true, localResourceRoots: [] }
      panel.webview.html = notice('Reading the dump …')
      const html = await pageOf(uri)
      if (!isClosed) panel.webview.html = html
    }
  }

  /** @param {Uri} uri */
  async function pageOf (uri) {
    try {
      return await commandLine.page(uri)
    } catch (error) {
      return notice(error instanceof Error ? error.message : String(error))
    }
  }
}

/** @param {string} text @returns {string} a page that can't do anything */
function notice (text) {
  const escaped = text.replace(/[&<>]/g, character => `&#${character.charCodeAt(0)};`)
  return (
    '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n' +
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">\n' +
    `<title>crash-collector</title>\n</head>\n<body><pre>${escaped}</pre></body>\n</html>\n`
  )
}

module.exports = { VIEW_TYPE, createDumpEditor }
