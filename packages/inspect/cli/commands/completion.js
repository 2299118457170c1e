'use strict'

const { UsageError } = require('../usage')

/** @typedef {import('../types').Command} Command */

/**
 * The script of each shell. names: all commands; flags: those of each command.
 * @type {Record<string, (names: string, flags: Map<string, string>) => string>}
 */
const SCRIPTS = {
  bash: (names, flags) => `_crash_collector () {
  local word=\${COMP_WORDS[COMP_CWORD]}
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W '${names}' -- "$word")); return; fi
  case \${COMP_WORDS[1]} in
${[...flags].map(([name, own]) => `    ${name}) COMPREPLY=($(compgen -W '${own}' -- "$word"));;`).join('\n')}
  esac
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "$word"))
}
complete -o filenames -F _crash_collector crash-collector
`,
  zsh: (names, flags) => `#compdef crash-collector
_crash_collector () {
  if (( CURRENT == 2 )); then compadd ${names}; return; fi
  case $words[2] in
${[...flags].map(([name, own]) => `    ${name}) compadd -- ${own};;`).join('\n')}
  esac
  _files
}
compdef _crash_collector crash-collector
`,
  fish: (names, flags) =>
    [
      `complete -c crash-collector -n __fish_use_subcommand -f -a '${names}'`,
      ...[...flags].flatMap(([name, own]) =>
        own.split(' ').map(flag => {
          const option = flag.replace(/^--/, '')
          return `complete -c crash-collector -n '__fish_seen_subcommand_from ${name}' -l ${option}`
        })),
      ''
    ].join('\n')
}

/**
 * @param {Record<string, () => Command>} commands
 * @returns {Command}
 */
function completionOf (commands) {
  return {
    usage: 'crash-collector completion <bash|zsh|fish>',
    summary: 'Print the completion of a shell: `source <(crash-collector completion bash)` in ~/.bashrc.',
    flags: [['bash, zsh, fish', 'the shell']],
    options: {},
    maxArguments: 1,
    async run ([shell], _, output) {
      if (shell === undefined || !Object.hasOwn(SCRIPTS, shell)) throw new UsageError('which shell: bash, zsh or fish?')
      const flags = new Map(
        Object.entries(commands).map(([name, load]) => {
          const { options, usage } = load()
          const own = [...Object.keys(options ?? {}), ...(usage.includes('[--json]') ? ['json'] : []), 'help']
          return [name, own.map(option => `--${option}`).join(' ')]
        })
      )
      output.write(SCRIPTS[shell](Object.keys(commands).join(' '), flags))
      return 0
    }
  }
}

module.exports = { completionOf }
