import { commands, commonOptions, type OptionSpec } from './commands.ts'

/** sealpost(1), in the macros of man(7). @param version of the program */
export const manualPage = (version: string): string =>
  [
    `.TH SEALPOST 1 "" "Sealpost ${text(version)}" "User Commands"`,
    '.SH NAME',
    'sealpost \\- send and fetch files, encrypted from end to end',
    '.SH SYNOPSIS',
    ...commands.flatMap(({ name, takes }) => [
      '.B sealpost',
      `.B ${text(name)}`,
      `[\\fIOPTION\\fR]... ${text(takes)}`,
      '.br',
    ]),
    '.SH DESCRIPTION',
    'Files are hashed, encrypted and decrypted on this machine, by a program that no server can change; the server',
    'keeps what it cannot read.',
    '.SH COMMANDS',
    ...commands.flatMap(({ name, takes, describes, options, variables }) => [
      `.SS "${text(`${name} ${takes}`)}"`,
      ...describes.flatMap((paragraph, at) => [...(at > 0 ? ['.PP'] : []), line(paragraph)]),
      ...options.flatMap(option),
      ...variables.flatMap(({ name: variable, says }) => ['.TP', `.B ${text(variable)}`, line(says)]),
    ]),
    '.SH OPTIONS',
    'Of every command:',
    ...commonOptions.flatMap(option),
    '.SH EXIT STATUS',
    ...[
      ['0', 'All was done.'],
      ['1', 'Wrong usage: an option, a link, a secret or an answer that is missing.'],
      ['2', 'Some files failed, and the others are done; or a disk is full.'],
      ['3', 'Refused: a key or certificate that is not the one, a gate, a limit, a link that is no more.'],
      ['4', 'No network, or a server that is out of order, for too long.'],
      ['129, 130, 143', 'Ended by a signal; the same command goes on.'],
      ['141', 'Nobody reads standard output any more.'],
    ].flatMap(([status = '', says = '']) => ['.TP', `.B ${status}`, says]),
    '.SH JSON',
    'With',
    '.B \\-\\-json',
    'every line of standard output is an object with the members event, file, bytes and total; what does not apply is',
    'null. Events are start, progress, done, failed, listed, wait, resume, note, warning, wrote, and error, the last line of a',
    'command that ended with one. Some have more members: code and message say why; start has files, done of pull its',
    'origin, and error its exit.',
    '.SH NETWORK',
    'Certificates are checked.',
    '.B NODE_EXTRA_CA_CERTS',
    'names a file with the authority of your own that has signed one. Where a proxy is set, https goes through it, and is',
    'not opened by it.',
    '.SH SECRETS',
    'The arguments of a program are seen by everybody on its machine. Links hold keys, so each command that takes one',
    'also takes it from a file, the environment or a prompt; passwords, tokens and codes are never taken as arguments.',
    '',
  ].join('\n')

const option = ({ name, short, value, says }: OptionSpec): string[] => [
  '.TP',
  `${short === undefined ? '' : `\\fB\\-${short}\\fR, `}\\fB\\-\\-${text(name)}\\fR${value === undefined ? '' : ` \\fI${text(value)}\\fR`}`,
  line(says),
]

const text = (plain: string): string =>
  plain.replaceAll('…', '...').replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('"', '\\(dq')

/** A line that begins with a dot or a quote would be a request. */
const line = (plain: string): string => text(plain).replace(/^(?=[.'])/, '\\&')
