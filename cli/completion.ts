import { commonOptions, type OptionSpec } from './commandOptions.ts'
import { commands } from './commands.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]

/** The completion script of a shell, generated from the list of commands. */
export const completionScript = (shell: Shell): string => ({ bash, zsh, fish })[shell]()

const withCommonOptions = (options: readonly OptionSpec[]): readonly OptionSpec[] => [
  ...options,
  ...commonOptions,
]
const takesFile = ({ placeholder }: OptionSpec) => placeholder === 'FILE'

function bash(): string {
  const cases = commands.map(({ name, options }) => {
    const words = withCommonOptions(options).map((option) => `--${option.name}`)
    return `    ${name}) words='${words.join(' ')}' ;;`
  })
  const allOptions = commands.flatMap(({ options }) => withCommonOptions(options))
  const withOtherValue = allOptions.filter((option) => option.placeholder !== undefined && !takesFile(option))
  const namesWithOtherValue = [...new Set(withOtherValue.map(({ name }) => `--${name}`))]
  return `# Completes sealpost in bash: source it, or put it where bash-completion looks.
_sealpost() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD - 1]}" words=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} completion --help --version' -- "$current"))
    return
  fi
  case "$before" in
    ${namesWithOtherValue.join('|')}) return ;;
  esac
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    completion) COMPREPLY=($(compgen -W '${shells.join(' ')}' -- "$current")); return ;;
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$words" -- "$current")) ;;
    *) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")) ;;
  esac
}
complete -F _sealpost sealpost
`
}

function zsh(): string {
  const cases = commands.map(({ name, options }) => {
    const specs = withCommonOptions(options).map((option) => {
      const action =
        option.placeholder === undefined ? '' : `:${option.placeholder}:${takesFile(option) ? '_files' : ''}`
      return `'${option.isRepeatable ? '*' : ''}--${option.name}[${zshEscaped(option.description)}]${action}'`
    })
    return `    ${name}) _arguments ${specs.join(' ')} '*:path:_files' ;;`
  })
  return `#compdef sealpost
# Completes sealpost in zsh: put it, as _sealpost, into a folder of $fpath.
_sealpost() {
  if (( CURRENT == 2 )); then
    local -a commands
    commands=(${commands.map(({ name, summary }) => `'${name}:${zshEscaped(summary)}'`).join(' ')} 'completion:print completions for a shell')
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case "$words[1]" in
${cases.join('\n')}
    completion) _values shell ${shells.join(' ')} ;;
  esac
}
compdef _sealpost sealpost
`
}

const zshEscaped = (text: string) => text.replaceAll("'", '’').replaceAll(/[[\]:\\]/g, ' ')

function fish(): string {
  const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  const first = [...commands, { name: 'completion', summary: 'Print completions for a shell.' }].map(
    ({ name, summary }) =>
      `complete -c sealpost -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
  )
  const rest = commands.flatMap(({ name, options }) =>
    withCommonOptions(options).map((option) => {
      const value = option.placeholder === undefined ? '' : takesFile(option) ? ' -r -F' : ' -x'
      const short = option.short === undefined ? '' : ` -s ${option.short}`
      return `complete -c sealpost -n '__fish_seen_subcommand_from ${name}' -l ${option.name}${short}${value} -d ${quoted(option.description)}`
    }),
  )
  return `# Completes sealpost in fish: put it into ~/.config/fish/completions.
${first.join('\n')}
complete -c sealpost -n '__fish_seen_subcommand_from completion' -f -a '${shells.join(' ')}'
${rest.join('\n')}
`
}
