'use strict'
// A front end looks for the file that a URL names even when it has the text. Where the URL names another machine, as on
// Windows it can, that machine would be told who opens the dump.

/** @param {URL} url @returns {boolean} */
function isOnOtherHost ({ protocol, host, pathname }) {
  return protocol === 'file:' && (host !== '' || /^\/(?:\/|%2f|%5c)/i.test(pathname))
}

/**
 * @param {string} url of a script, or anything else that a script is called
 * @returns {string} the same, or that of a file of this machine in its place
 */
function withoutOtherHost (url) {
  const parsed = URL.canParse(url) ? new URL(url) : null
  // A path of Windows is no URL; the front end may run there although this does not.
  if (parsed === null) return url.replace(/^[\\/]{2,}/, '/')
  return isOnOtherHost(parsed) ? parsed.href.replace(/^file:(?:\/|%2f|%5c)+/i, 'file:///') : url
}

module.exports = { isOnOtherHost, withoutOtherHost }
