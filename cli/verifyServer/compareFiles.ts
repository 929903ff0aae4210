import { createHash, randomBytes, randomInt } from 'node:crypto'
import { isTokenPath } from '../../contract/integrityFiles.ts'
import type { IntegrityList, ServedFile } from '../../contract/schemas/integrity.ts'
import { type HeaderExpectations, headerDifferences } from '../../core/integrity/headerDifferences.ts'
import { webManifestPath, withoutBranding } from '../../core/integrity/webManifest.ts'
import type { Context } from '../context.ts'
import type { ServerClient } from '../platform/serverClient.ts'
import { acceptedEncodings, type AcceptedEncodings, fetchServed, type ServedResponse } from './fetchServed.ts'

/** Number of files that are fetched at the same time. */
const maxConcurrentFiles = 4
/** Number of successive files without an answer after which no more are requested. */
export const maxUnansweredFiles = 8

/** The largest random id of a folder. */
const maxFolderId = 1000

export interface Comparison extends HeaderExpectations {
  readonly list: IntegrityList
}

export interface ComparisonOutcome {
  readonly differingCount: number
  /** Number of files without an answer, and of those that were not requested after them. */
  readonly uncomparedCount: number
  /** The error that ended the comparison early: an untrusted certificate, or the signal's reason. */
  readonly error?: Error
}

/** Compares all listed files with those of the server, and reports each. */
export async function compareFiles(
  client: ServerClient,
  comparison: Comparison,
  report: Context['report'],
  signal: AbortSignal,
): Promise<ComparisonOutcome> {
  const { files } = comparison.list
  let comparedCount = 0
  let differingCount = 0
  /** Number of unanswered files in a row. */
  let unansweredCount = 0
  for (
    let from = 0;
    from < files.length && unansweredCount < maxUnansweredFiles;
    from += maxConcurrentFiles
  ) {
    const group = files.slice(from, from + maxConcurrentFiles)
    const results = await Promise.allSettled(
      group.map(async (file) => ({ file, ...(await compareFile(client, file, comparison, signal)) })),
    )
    for (const result of results) {
      if (result.status === 'rejected')
        return {
          differingCount,
          uncomparedCount: files.length - comparedCount,
          error: asError(result.reason),
        }
      const { file, sentences, isAnswered } = result.value
      reportFile(report, file, isAnswered ? sentences : [...sentences, notComparedText])
      unansweredCount = isAnswered ? 0 : unansweredCount + 1
      if (isAnswered || sentences.length > 0) comparedCount++
      if (sentences.length > 0) differingCount++
    }
  }
  return { differingCount, uncomparedCount: files.length - comparedCount }
}

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)))

const notComparedText = 'It was not compared: the server did not answer.'

function reportFile(report: Context['report'], { path, language, sha256 }: ServedFile, sentences: string[]) {
  const name = language === undefined ? path : `${path} (${language})`
  const file = { file: name, id: null, sha256, bytes: null }
  report.emit(
    sentences.length === 0
      ? { event: 'done', ...file }
      : { event: 'failed', ...file, why: sentences.join(' ') },
  )
}

/** Completes a path that ends with a token or id, so that the server cannot tell a comparison by the address. */
function withRandomToken(path: string): string {
  if (!isTokenPath(path)) return path
  const isFolder = path.startsWith('/folders/')
  return `${path}${isFolder ? randomInt(1, maxFolderId) : randomBytes(16).toString('base64url')}`
}

interface FileComparison {
  /** Differences in any encoding. One that not all encodings have names those that do. */
  readonly sentences: string[]
  readonly isAnswered: boolean
}

/**
 * Compares a file in each encoding, up to the first without an answer. A server stores each encoding by itself, and could
 * alter only one.
 */
async function compareFile(
  client: ServerClient,
  file: ServedFile,
  comparison: Comparison,
  signal: AbortSignal,
): Promise<FileComparison> {
  const { language } = file
  const path = withRandomToken(file.path)
  const encodingsBySentence = new Map<string, AcceptedEncodings[]>()
  let isAnswered = true
  for (const encoding of acceptedEncodings) {
    const request = { path, encoding, ...(language !== undefined && { language }) }
    const served = await fetchServed(client, request, signal)
    isAnswered = served !== null
    if (served === null) break
    for (const sentence of describeDifferences(file, served, comparison))
      encodingsBySentence.set(sentence, [...(encodingsBySentence.get(sentence) ?? []), encoding])
  }
  const sentences = [...encodingsBySentence].map(([sentence, encodings]) =>
    encodings.length === acceptedEncodings.length
      ? sentence
      : `${sentence} (Accept-Encoding: ${encodings.join('; ')})`,
  )
  return { sentences, isAnswered }
}

/** Returns sentences on each difference; none if the response is as listed. */
function describeDifferences(listed: ServedFile, served: ServedResponse, comparison: Comparison): string[] {
  const status = statusDifference(served)
  if (status !== null) return [status]
  const { body, headers } = served
  if (body === null) return ['It is too long, or cannot be decompressed.']
  return [
    ...contentDifferences(listed, body),
    ...headerDifferences(comparison.list.headers[listed.headers] ?? {}, headers, comparison),
  ]
}

function statusDifference({ status }: ServedResponse): string | null {
  if (status === 200) return null
  if (status === 404) return 'It is missing.'
  return status >= 300 && status < 400
    ? 'The server redirects to another address, which is not followed.'
    : `The server answers with status ${status}.`
}

function contentDifferences({ path, sha256 }: ServedFile, body: Buffer): string[] {
  const content = path === webManifestPath ? withoutBranding(body.toString()) : body
  if (content === null) return ['It is not a web app manifest as a server writes it.']
  const actualSha256 = createHash('sha256').update(content).digest('hex')
  return actualSha256 === sha256
    ? []
    : [`Its content differs: its SHA-256 is ${actualSha256}, and ${sha256} is listed.`]
}
