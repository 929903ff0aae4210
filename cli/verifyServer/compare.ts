import { createHash } from 'node:crypto'
import type { IntegrityList, ServedFile } from '../../contract/schemas/integrity.ts'
import { type Circumstances, headerDifferences } from '../../core/integrity/headers.ts'
import { manifestPath, withoutBranding } from '../../core/integrity/manifest.ts'
import type { Served } from './fetchServed.ts'

export interface Comparison extends Circumstances {
  readonly list: IntegrityList
}

/** @returns sentences; without any, the response is the listed one */
export function differences(listed: ServedFile, served: Served, comparison: Comparison): string[] {
  const status = statusDifference(served)
  if (status !== null) return [status]
  const { body, headers } = served
  if (body === null) return ['It is too long, or cannot be decompressed.']
  const { list } = comparison
  return [
    ...contentDifferences(listed, body, list),
    ...headerDifferences(list.headers[listed.headers] ?? {}, headers, comparison),
  ]
}

function statusDifference({ status }: Served): string | null {
  if (status === 200) return null
  if (status === 404) return 'It is missing.'
  return status >= 300 && status < 400
    ? 'The server redirects to another address, which is not followed.'
    : `The server answers with status ${status}.`
}

function contentDifferences({ path, sha256, language }: ServedFile, body: Buffer, list: IntegrityList) {
  const content = path === manifestPath ? withoutBranding(body.toString()) : body
  if (content === null) return ['It is no web app manifest as a server writes it.']
  const found = createHash('sha256').update(content).digest('hex')
  if (found === sha256) return []
  const difference = `Its content is another one: SHA-256 is ${found}, and ${sha256} is listed.`
  return language === undefined || path === manifestPath
    ? [difference]
    : [difference, ...unlistedIn(body.toString(), list)]
}

/** Sentences on what an altered page loads besides listed files. */
function unlistedIn(page: string, { files }: IntegrityList): string[] {
  const known = new Set([...files.map(({ path }) => path), '/api/look'])
  const named = [...page.matchAll(/<[^>]* (?:src|href)\s*=\s*["']?([^"'\s>]+)/g)].map(([, path = '']) => path)
  const unlisted = [...new Set(named)].filter((path) => !known.has(path))
  return unlisted.slice(0, 10).map((path) => `It refers to ${path}, which is not listed.`)
}
