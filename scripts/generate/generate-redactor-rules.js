'use strict'
// Generates src/redaction/rules.h from src/redaction/patterns.js.

const fs = require('node:fs')
const path = require('node:path')
const rules = require('../../src/redaction/patterns')

const MAX_COLUMNS = 120

/**
 * @param {string} name `SENSITIVE_WORDS`
 * @returns {string} `kSensitiveWords`
 */
function constantName (name) {
  return 'k' + name.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter) => letter.toUpperCase())
}

/**
 * @param {string[]} members of an initialiser
 * @returns {string[]} lines
 */
function wrapped (members) {
  const lines = ['   ']
  for (const member of members) {
    if (lines[lines.length - 1].length + member.length + 2 > MAX_COLUMNS) lines.push('   ')
    lines[lines.length - 1] += ` ${member},`
  }
  return lines
}

/** @returns {string} the text of the header */
function generate () {
  const lines = [
    '// Generated from src/redaction/patterns.js by scripts/generate/generate-redactor-rules.js: change it there.',
    '#ifndef SRC_REDACTION_RULES_H_',
    '#define SRC_REDACTION_RULES_H_',
    '',
    '#include <cstdint>',
    '#include <string_view>',
    '',
    'namespace crash_collector {',
    'namespace redactor_rules {',
    '',
    'struct TokenPrefix {',
    '  std::string_view prefix;',
    '  char alphabet;',
    '  uint16_t least;',
    '  uint16_t most;',
    '};',
    ''
  ]
  for (const [name, list] of Object.entries(rules)) {
    if (name === 'TOKEN_PREFIXES') continue
    const words = /** @type {readonly string[]} */ (list)
    lines.push(`inline constexpr std::string_view ${constantName(name)}[] = {`)
    lines.push(...wrapped(words.map(word => JSON.stringify(word))))
    lines.push('};', '')
  }
  // Longer prefixes come first, so that `sk-ant-` is tried before `sk-`.
  const prefixes = [...rules.TOKEN_PREFIXES].sort((a, b) => b[0].length - a[0].length || (a[0] < b[0] ? -1 : 1))
  lines.push('inline constexpr TokenPrefix kTokenPrefixes[] = {')
  lines.push(
    ...wrapped(
      prefixes.map(([prefix, alphabet, least, most]) => `{${JSON.stringify(prefix)}, '${alphabet}', ${least}, ${most}}`)
    )
  )
  lines.push('};', '', '}  // namespace redactor_rules', '}  // namespace crash_collector', '')
  lines.push('#endif  // SRC_REDACTION_RULES_H_', '')
  return lines.join('\n')
}

module.exports = { generate }

if (require.main === module) {
  fs.writeFileSync(path.join(__dirname, '../../src/redaction/rules.h'), generate())
}
