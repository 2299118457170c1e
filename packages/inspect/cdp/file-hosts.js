'use strict'
// Replaces file URLs of other machines. A front end looks for the file that a URL names even if it has the text
// (js-debug: `checkContentHash` in
// https://github.com/microsoft/vscode-js-debug/blob/06ce1aa296/src/adapter/source.ts); on Windows such a URL can name
// another machine, which would learn who opens the dump.

/** @param {URL} url @returns {boolean} */
function isOnOtherHost ({ protocol, host, pathname }) {
  return protocol === 'file:' && (host !== '' || /^\/(?:\/|%2f|%5c)/i.test(pathname))
}

/**
 * @param {string} url the URL of a script, or any other name that it has
 * @returns {string} the same, or the URL of a file of this machine in its place
 */
function withoutOtherHost (url) {
  const parsed = URL.canParse(url) ? new URL(url) : null
  // A Windows path is not a URL. It is handled everywhere, because the front end may run on another system.
  if (parsed === null) return url.replace(/^[\\/]{2,}/, '/')
  return isOnOtherHost(parsed) ? parsed.href.replace(/^file:(?:\/|%2f|%5c)+/i, 'file:///') : url
}

module.exports = { isOnOtherHost, withoutOtherHost }
