import { createHash } from 'node:crypto'
import type { IntegrityList, ServedFile } from '../../contract/schemas/integrity.ts'
import { type HeaderContext, headerDifferences } from '../../core/integrity/headers.ts'
import { manifestPath, withoutBranding } from '../../core/integrity/webManifest.ts'
import type { Served } from './fetchServed.ts'

export interface Comparison extends HeaderContext {
  readonly list: IntegrityList
}

/** @returns sentences; without any, the response is the listed one */
export function differences(listed: ServedFile, served: Served, comparison: Comparison): string[] {
  const status = statusDifference(served)
  if (status !== null) return [status]
  const { body, headers } = served
  if (body === null) return ['It is too long, or cannot be decompressed.']
  return [
    ...contentDifferences(listed, body),
    ...headerDifferences(comparison.list.headers[listed.headers] ?? {}, headers, comparison),
  ]
}

function statusDifference({ status }: Served): string | null {
  if (status === 200) return null
  if (status === 404) return 'It is missing.'
  return status >= 300 && status < 400
    ? 'The server redirects to another address, which is not followed.'
    : `The server answers with status ${status}.`
}

function contentDifferences({ path, sha256 }: ServedFile, body: Buffer): string[] {
  const content = path === manifestPath ? withoutBranding(body.toString()) : body
  if (content === null) return ['It is no web app manifest as a server writes it.']
  const found = createHash('sha256').update(content).digest('hex')
  return found === sha256 ? [] : [`Its content is another one: SHA-256 is ${found}, and ${sha256} is listed.`]
}
