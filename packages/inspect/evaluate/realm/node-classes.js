'use strict'

/**
 * Answers what classes of Node.js compute from their insides: `request.headers`, `url.pathname`, `headers.get()`,
 * `response.status`, `signal.aborted`. Their prototypes are not in a dump, but their objects are, with private fields.
 *
 * The function runs in the evaluation's context, as text: see missing.js.
 * @param {import('./types').Realm} realm
 */
function installNodeClasses (realm) {
  /**
   * The first field that the object has.
   * @param {object|undefined} target
   * @param {string[]} names of a property, a `#private` one, or `Symbol(description)`. Versions of Node.js differ
   * @returns {any} undefined if the object has none of them
   */
  const field = (target, names) => {
    if (typeof target !== 'object' || target === null) return undefined
    const keys = Reflect.ownKeys(target)
    for (let i = 0; i < names.length; i++) {
      const name = names[i]
      const key = name[0] === '#' ? realm.privates[name] : keys.find(each => String(each) === name)
      if (key !== undefined && Object.hasOwn(target, key)) return Reflect.get(target, key)
    }
    return undefined
  }

  /**
   * @param {string} what
   * @returns {any}
   */
  const unknown = what => realm.fail(what, 'internal')

  /** Headers of which a second one does not count. */
  const SINGLE = new Set(
    (
      'age authorization content-length content-type etag expires from host if-modified-since if-unmodified-since ' +
      'last-modified location max-forwards proxy-authorization referer retry-after server user-agent'
    ).split(' ')
  )

  /**
   * The headers of a message, as Node.js makes them of the list of names and values. A value that is missing stays so.
   * @param {object} message
   */
  const headersOf = message => {
    const made = field(message, ['Symbol(kHeaders)'])
    if (typeof made === 'object' && made !== null) return made
    const raw = field(message, ['rawHeaders'])
    if (!Array.isArray(raw)) return unknown('the headers')
    /** @type {Record<string, any>} */
    const headers = {}
    for (let i = 0; i + 1 < raw.length; i += 2) {
      const name = String(raw[i]).toLowerCase()
      const before = Reflect.getOwnPropertyDescriptor(headers, name)
      const own = /** @type {PropertyDescriptor} */ (Reflect.getOwnPropertyDescriptor(raw, String(i + 1)))
      const value = name === 'set-cookie' && 'value' in own ? [own.value] : own.value
      if (before === undefined) Reflect.defineProperty(headers, name, 'value' in own ? { ...own, value } : own)
      else if (SINGLE.has(name) || !('value' in before) || !('value' in own)) continue
      else if (name === 'set-cookie') headers[name].push(own.value)
      else headers[name] = `${before.value}${name === 'cookie' ? '; ' : ', '}${own.value}`
    }
    return headers
  }

  /**
   * Methods of a list of names and values.
   * @param {(self: object) => [string, string][]} entriesOf
   * @param {(name: string) => string} nameOf
   * @returns {import('./types').Answers}
   */
  const listMethods = (entriesOf, nameOf) => {
    const valuesOf = (/** @type {object} */ self, /** @type {unknown} */ name) =>
      entriesOf(self)
        .filter(each => each[0] === nameOf(String(name)))
        .map(each => each[1])
    return {
      get: self => (/** @type {unknown} */ name) => valuesOf(self, name)[0] ?? null,
      getAll: self => (/** @type {unknown} */ name) => valuesOf(self, name),
      has: self => (/** @type {unknown} */ name) => valuesOf(self, name).length > 0,
      keys: self => () => entriesOf(self).map(each => each[0])[Symbol.iterator](),
      values: self => () => entriesOf(self).map(each => each[1])[Symbol.iterator](),
      entries: self => () => entriesOf(self)[Symbol.iterator](),
      [Symbol.iterator]: self => () => entriesOf(self)[Symbol.iterator](),
      forEach: self => (/** @type {(value: string, name: string, all: object) => void} */ call) =>
        entriesOf(self).forEach(([name, value]) => call(value, name, self))
    }
  }

  /**
   * The entries of fetch's Headers. Each is kept under its name in small letters.
   * @param {object} self
   * @returns {[string, string][]}
   */
  const headerEntries = self => {
    const list = field(self, ['#headersList', 'Symbol(headers list)'])
    const map = field(list, ['headersMap', '#headersMap', 'Symbol(headers map)'])
    if (!(map instanceof Map)) return unknown('the entries of the Headers')
    return Array.from(map, ([name, held]) => /** @type {[string, string]} */ ([name, held.value])).sort((a, b) =>
      a[0] < b[0] ? -1 : 1
    )
  }

  /** @param {string} text */
  const decoded = text => {
    try {
      return decodeURIComponent(text.replaceAll('+', ' '))
    } catch {
      return text
    }
  }

  /**
   * @param {string} text of a query, without the question mark
   * @returns {[string, string][]}
   */
  const queryEntries = text =>
    text
      .split('&')
      .filter(each => each !== '')
      .map(each => {
        const at = each.indexOf('=')
        return at === -1 ? [decoded(each), ''] : [decoded(each.slice(0, at)), decoded(each.slice(at + 1))]
      })

  /**
   * @param {object} self URLSearchParams, which keep names and values in one list
   * @returns {[string, string][]}
   */
  const parameterEntries = self => {
    const list = field(self, ['#searchParams', 'Symbol(query)'])
    if (!Array.isArray(list)) return unknown('the URLSearchParams')
    return list.flatMap((name, i) => (i % 2 === 0 ? [([name, list[i + 1]])] : []))
  }

  /** The href of a URL has been normalised, so its parts can be told apart by their marks. */
  const PARTS = new RegExp(
    [
      String.raw`^([^:]*:)`, // protocol
      String.raw`(?://(?:([^/?#@:]*)(?::([^/?#@]*))?@)?`, // username, password
      String.raw`(\[[^\]]*\]|[^/?#:]*)(?::(\d+))?)?`, // hostname, port
      String.raw`([^?#]*)(\?[^#]*)?(#[^]*)?$` // pathname, search, hash
    ].join('')
  )

  /** @param {object} self */
  const hrefOf = self => {
    const href = field(field(self, ['#context', 'Symbol(context)']), ['href'])
    return typeof href === 'string' ? href : unknown('the address of the URL')
  }

  /** @param {(parts: string[], href: string) => unknown} read */
  const part = read => (/** @type {object} */ self) => {
    const href = hrefOf(self)
    return read(Array.from(PARTS.exec(href) ?? unknown('a part of the URL'), each => each ?? ''), href)
  }
  const host = (/** @type {string[]} */ parts) => (parts[5] === '' ? parts[4] : `${parts[4]}:${parts[5]}`)

  /** @param {object} self */
  const stateOf = self => field(self, ['#state', 'Symbol(state)']) ?? unknown('the state')

  /** @param {object} state of a Request or Response */
  const addressOf = state => {
    const list = field(state, ['urlList'])
    const last = field(state, ['url']) ?? (Array.isArray(list) && list.length > 0 ? list[list.length - 1] : undefined)
    return last === undefined ? '' : hrefOf(last)
  }
  const fetchHeaders = (/** @type {object} */ self) =>
    field(self, ['#headers', 'Symbol(headers)']) ?? unknown('the headers')

  /** @type {import('./types').Answers} */
  const parameters = {
    ...listMethods(parameterEntries, name => name),
    size: self => parameterEntries(self).length,
    toString: (/** @type {object} */ self) => () =>
      parameterEntries(self)
        .map(each => each.map(text => encodeURIComponent(text).replaceAll('%20', '+')).join('='))
        .join('&')
  }

  /** @type {Record<string, import('./types').Answers>} */
  const CLASSES = Object.assign(Object.create(null), {
    IncomingMessage: { headers: headersOf },
    Headers: listMethods(headerEntries, name => name.toLowerCase()),
    URLSearchParams: parameters,
    URL: {
      href: hrefOf,
      toString: (/** @type {object} */ self) => () => hrefOf(self),
      toJSON: (/** @type {object} */ self) => () => hrefOf(self),
      protocol: part(parts => parts[1]),
      username: part(parts => parts[2]),
      password: part(parts => parts[3]),
      host: part(host),
      hostname: part(parts => parts[4]),
      port: part(parts => parts[5]),
      pathname: part(parts => parts[6]),
      search: part(parts => (parts[7] === '?' ? '' : parts[7])),
      hash: part(parts => (parts[8] === '#' ? '' : parts[8])),
      origin: part(parts => (/^(?:https?|wss?|ftp):$/.test(parts[1]) ? `${parts[1]}//${host(parts)}` : 'null')),
      searchParams: part(parts => {
        const entries = queryEntries(parts[7].slice(1))
        const self = Object.create(null)
        const methods = listMethods(() => entries, name => name)
        for (const key of Reflect.ownKeys(methods)) Reflect.set(self, key, methods[/** @type {string} */ (key)](self))
        return self
      })
    },
    Request: {
      method: (/** @type {object} */ self) => field(stateOf(self), ['method']),
      url: (/** @type {object} */ self) => addressOf(stateOf(self)),
      headers: fetchHeaders,
      signal: (/** @type {object} */ self) => field(self, ['#signal', 'Symbol(signal)']) ?? unknown('the signal')
    },
    Response: {
      status: (/** @type {object} */ self) => field(stateOf(self), ['status']),
      statusText: (/** @type {object} */ self) => field(stateOf(self), ['statusText']),
      type: (/** @type {object} */ self) => field(stateOf(self), ['type']),
      ok: (/** @type {object} */ self) => {
        const status = field(stateOf(self), ['status'])
        return status >= 200 && status <= 299
      },
      redirected: (/** @type {object} */ self) => field(stateOf(self), ['urlList']).length > 1,
      url: (/** @type {object} */ self) => addressOf(stateOf(self)).replace(/#.*$/s, ''),
      headers: fetchHeaders
    },
    AbortSignal: {
      aborted: (/** @type {object} */ self) => field(self, ['Symbol(kAborted)', '#aborted']) ?? unknown('aborted'),
      reason: (/** @type {object} */ self) => field(self, ['Symbol(kReason)', '#reason'])
    },
    AbortController: {
      signal: (/** @type {object} */ self) => field(self, ['Symbol(signal)', '#signal']) ?? unknown('the signal')
    }
  })

  realm.answersOf = (...classNames) => CLASSES[classNames.find(each => each in CLASSES) ?? ''] ?? null
}

module.exports = { installNodeClasses }
