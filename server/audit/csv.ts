import { auditDetails, type AuditDetails, type AuditEvent } from '../../contract/schemas/audit.ts'

const detailColumns = Object.keys(auditDetails.shape) as (keyof AuditDetails)[]

type Cell = string | number | boolean | null | undefined | readonly (string | number)[]

type Separator = 'comma' | 'semicolon'

const headerCells = [
  ...['id', 'at', 'kind', 'by', 'actor', 'api_token', 'address', 'folder_id', 'folder'],
  ...detailColumns,
]

/**
 * The first line. Where semicolons separate, it begins with a byte order mark: spreadsheets take a text without one for
 * another encoding than UTF-8.
 */
export const csvHeader = (separator: Separator): string =>
  `${separator === 'semicolon' ? '\uFEFF' : ''}${lineOf(headerCells, separator)}`

/** CSV line of an event (RFC 4180). */
export const csvLine = (event: AuditEvent, separator: Separator): string => {
  const { id, at, kind, by, actor, api_token, address, folder } = event
  const head = [id, at, kind, by, actor, api_token, address, folder?.id, folder?.title]
  return lineOf([...head, ...detailColumns.map((name) => event.details[name])], separator)
}

function lineOf(cells: readonly Cell[], separator: Separator): string {
  return `${cells.map(cellOf).join(separator === 'semicolon' ? ';' : ',')}\r\n`
}

function cellOf(cell: Cell): string {
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell)
  const text = escapeFormula(typeof cell === 'string' ? cell : (cell ?? []).join(' '))
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Prefixes texts that a spreadsheet would evaluate as a formula. */
function escapeFormula(text: string): string {
  return /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
}
