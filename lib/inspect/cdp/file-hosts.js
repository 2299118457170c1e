'use strict'
// A front end looks for the file that a URL names even when it has the text. On Windows a URL can name a file of
// another machine, and that machine would learn who opens the dump.

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
  // A path of Windows is no URL; the front end may run on Windows although this process does not.
  if (parsed === null) return url.replace(/^[\\/]{2,}/, '/')
  return isOnOtherHost(parsed) ? parsed.href.replace(/^file:(?:\/|%2f|%5c)+/i, 'file:///') : url
}

module.exports = { isOnOtherHost, withoutOtherHost }
