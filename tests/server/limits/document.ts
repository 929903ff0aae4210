import {
  type LimitCell,
  type Constants,
  type EntryPointGroup,
  type Resource,
  resources,
} from './limitCells.ts'

/** `docs/limits.md`, as the table is. */
export function limitsDocument(groups: readonly EntryPointGroup[]): string {
  return (
    [
      '# Limits of every entry point',
      'What comes into Sealpost, and what each could use up at most. The figures are those of the program: this document is made from the table in `tests/server/limits/entryPoints.ts`, and a test fails where a route, a figure or a test that proves it is missing. To write it anew: `npx vitest run tests/server/limits -u`.',
      'What may be done how often, and why the figures are what they are, is in [rate limits](operations/rate-limits.md). A name in code font is the constant in the sources. Where there is no limit the reason stands in its place.',
      ...groups.flatMap(formatSection),
      '',
    ]
      .join('\n\n')
      .trimEnd() + '\n'
  )
}

function formatSection({ title, about, cells, routes = {} }: EntryPointGroup): string[] {
  const others = Object.entries(routes).flatMap(([route, changed]) =>
    Object.entries(changed).map(([resource, cell]) => [
      `\`${route}\``,
      ...formatRow(resource as Resource, cell),
    ]),
  )
  const all = (Object.keys(resources) as Resource[]).map((resource) => formatRow(resource, cells[resource]))
  return [
    `## ${title}`,
    about,
    ...(Object.keys(routes).length === 0
      ? []
      : [
          `Routes: ${Object.keys(routes)
            .map((route) => `\`${route}\``)
            .join(', ')}.`,
        ]),
    formatTable(['Resource', 'Limit', 'Proven by'], all),
    ...(others.length === 0
      ? []
      : ['Otherwise, or beyond that:', formatTable(['Route', 'Resource', 'Limit', 'Proven by'], others)]),
  ]
}

function formatRow(resource: Resource, cell: LimitCell): string[] {
  if ('none' in cell) return [resources[resource], `none: ${cell.none}`, '']
  const { constants, proof, library, about } = cell
  const by = proof === undefined ? `given to ${library}` : `\`tests/${proof.split(': ', 1)[0]}\``
  return [resources[resource], `${formatFigures(constants)}${about === undefined ? '' : `: ${about}`}`, by]
}

const formatFigures = (constants: Constants): string =>
  Object.entries(constants)
    .map(([name, value]) => `${formatFigure(name, value)} (\`${name}\`)`)
    .join(', ')

/** Names of the product say their units. */
function formatFigure(name: string, value: Constants[string]): string {
  if (typeof value === 'object') return `${formatCount(value.points)} in ${formatDuration(value.seconds)}`
  if (name.endsWith('BytesPerSecond')) return `${formatCount(value)} bytes/s`
  if (name.endsWith('Bytes')) return formatBytes(value)
  if (/(?:Ms|Milliseconds)$/.test(name)) return formatDuration(value / 1000)
  if (name.endsWith('Seconds')) return formatDuration(value)
  return formatCount(value)
}

const formatCount = (value: number): string => String(value).replace(/\B(?=(\d{3})+$)/g, ' ')

function formatBytes(value: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB']
  const power = Math.min(3, Math.floor(Math.log2(value) / 10))
  return `${Number((value / 1024 ** power).toFixed(2))} ${units[power]}`
}

function formatDuration(seconds: number): string {
  const units = [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ] as const
  const [unit, size] = units.find(([, one]) => seconds >= one && seconds % one === 0) ?? ['s', 1]
  const count = seconds / size
  return unit === 's' ? `${count} s` : `${count} ${unit}${count === 1 ? '' : 's'}`
}

function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows].map((row) => row.map((text) => text.replaceAll('|', '\\|')))
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(all[0] ?? []), line(widths.map((width) => '-'.repeat(width))), ...all.slice(1).map(line)].join(
    '\n',
  )
}
