import { commands, type CommandSpec, commonOptions, type OptionSpec } from './commands.ts'

const indent = 26
const width = 80

const completionUsage = 'sealpost completion bash|zsh|fish'
const completionSummary = 'Print what completes commands and options in a shell.'

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
    'Ends with 0: all done; 1: wrong usage; 2: some files failed; 3: refused by a key,',
    'a gate or a limit; 4: no network.',
    "'sealpost COMMAND --help' says more, and so does 'man sealpost'.",
    '',
  ].join('\n')

export const commandHelp = ({ name, usage, description, options, variables }: CommandSpec): string =>
  [
    `sealpost ${name} [OPTION]… ${usage}`,
    '',
    ...description.flatMap((paragraph) => [...wrapWords(paragraph, width), '']),
    ...[...options, ...commonOptions].flatMap((option) =>
      hangingIndent(`  ${flagsOf(option)}`, option.description),
    ),
    ...(variables.length > 0 ? ['', 'Environment:'] : []),
    ...variables.flatMap((variable) => hangingIndent(`  ${variable.name}`, variable.description)),
    '',
  ].join('\n')

export const completionHelp = (): string => `${completionUsage}\n\n${completionSummary}\n`

/** '-l, --list', '--only NAME'. */
const flagsOf = ({ name, short, placeholder }: OptionSpec): string =>
  `${short === undefined ? '' : `-${short}, `}--${name}${placeholder === undefined ? '' : ` ${placeholder}`}`

function hangingIndent(head: string, text: string): string[] {
  const [first = '', ...rest] = wrapWords(text, width - indent)
  const body = rest.map((line) => ' '.repeat(indent) + line)
  return head.length > indent - 2
    ? [head, ' '.repeat(indent) + first, ...body]
    : [head.padEnd(indent) + first, ...body]
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
