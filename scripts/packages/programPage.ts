// Manual pages of server and administration, from what their --help prints.
import { escapeRoff } from '../../cli/manual.ts'
import { manifest } from './installation.ts'

const names: Readonly<Record<string, string>> = {
  'sealpost-admin': 'administration of a Sealpost server',
  'sealpost-server': 'server of Sealpost, an end-to-end encrypted file exchange',
}

/** A page in man(7) macros. @param help the usage, an empty line, and paragraphs */
export function programPage(name: string, help: string): string {
  const [usage = '', ...text] = help.trim().split('\n')
  return [
    `.TH ${name.toUpperCase()} 8 "" "Sealpost ${escapeRoff(manifest.version)}" "System Administration"`,
    '.SH NAME',
    `${escapeRoff(name)} \\- ${names[name]}`,
    '.SH SYNOPSIS',
    escapeRoff(usage.replace('Usage: ', '')),
    '.SH DESCRIPTION',
    ...text.flatMap(toMacros),
    '.SH FILES',
    ...['.TP', '.I /etc/sealpost.env', 'Settings of the service, one NAME=value a line.'],
    '.SH EXIT STATUS',
    ...[
      ['0', 'All was done.'],
      ['1', 'Something is unavailable now, or failed.'],
      ['78', 'A setting or the version has to be changed first.'],
    ].flatMap(([status, says = '']) => ['.TP', `.B ${status}`, says]),
    '.SH SEE ALSO',
    'sealpost(1), /usr/share/doc/sealpost/operations.md',
    '',
  ].join('\n')
}

/** Indented lines are a command, two spaces or more, and what it does. */
function toMacros(line: string): string[] {
  if (line === '') return []
  const command = /^ {2}(\S.*?) {2,}(\S.*)$/.exec(line)
  if (command === null) return ['.PP', escapeRoff(line)]
  return ['.TP', `.B ${escapeRoff(command[1] ?? '')}`, escapeRoff(command[2] ?? '')]
}
