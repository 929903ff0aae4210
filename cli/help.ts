import { commonOptions, type OptionSpec } from './commandOptions.ts'
import { commands, type CommandSpec } from './commands.ts'

/** Column at which descriptions of options begin. */
const descriptionColumn = 26
/** Characters of a line. */
const lineWidth = 80

const completionUsage = 'sealpost completion bash|zsh|fish'
const completionSummary = 'Print a script that completes commands and options in a shell.'

/** The program's help. */
export const generalHelp = (): string =>
  [
    'sealpost: send and fetch files, encrypted from end to end',
    '',
    ...commands.map(({ name, usage }) => `  sealpost ${name} [OPTION]… ${usage}`),
    `  ${completionUsage}`,
    '  sealpost --version',
    '',
    ...commands.flatMap(({ name, summary }) => hangingIndent(`  ${name}`, summary)),
    ...hangingIndent('  completion', completionSummary),
    '',
    'Exit codes: 0: all done; 1: wrong usage; 2: some files failed; 3: refused by a key,',
    'a gate or a limit; 4: no network.',
    "For more see 'sealpost COMMAND --help' and 'man sealpost'.",
    '',
  ].join('\n')

/** The help of one command. */
export const commandHelp = ({ name, usage, description, options, variables }: CommandSpec): string =>
  [
    `sealpost ${name} [OPTION]… ${usage}`,
    '',
    ...description.flatMap((paragraph) => [...wrapWords(paragraph, lineWidth), '']),
    ...[...options, ...commonOptions].flatMap((option) =>
      hangingIndent(`  ${flagsOf(option)}`, option.description),
    ),
    ...(variables.length > 0 ? ['', 'Environment:'] : []),
    ...variables.flatMap((variable) => hangingIndent(`  ${variable.name}`, variable.description)),
    '',
  ].join('\n')

export const completionHelp = (): string => `${completionUsage}\n\n${completionSummary}\n`

/** Returns '-l, --list' or '--only NAME'. */
const flagsOf = ({ name, short, placeholder }: OptionSpec): string =>
  `${short === undefined ? '' : `-${short}, `}--${name}${placeholder === undefined ? '' : ` ${placeholder}`}`

/** Returns lines with a head, and a text beside it, or below if the head is too long. */
function hangingIndent(head: string, text: string): string[] {
  const [first = '', ...rest] = wrapWords(text, lineWidth - descriptionColumn)
  const body = rest.map((line) => ' '.repeat(descriptionColumn) + line)
  return head.length > descriptionColumn - 2
    ? [head, ' '.repeat(descriptionColumn) + first, ...body]
    : [head.padEnd(descriptionColumn) + first, ...body]
}

function wrapWords(text: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
