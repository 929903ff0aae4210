import { createHash, randomBytes, randomInt } from 'node:crypto'
import { isTokenPath } from '../../contract/integrityFiles.ts'
import type { IntegrityList, ServedFile } from '../../contract/schemas/integrity.ts'
import { type HeaderExpectations, headerDifferences } from '../../core/integrity/headerDifferences.ts'
import { webManifestPath, withoutBranding } from '../../core/integrity/webManifest.ts'
import type { Context } from '../context.ts'
import type { ServerClient } from '../platform/serverClient.ts'
import { acceptedEncodings, type AcceptedEncodings, fetchServed, type ServedResponse } from './fetchServed.ts'

/** Files that are fetched at the same time. */
const maxConcurrentFiles = 4
/** Successive files without an answer, after which no more are asked for. */
export const maxUnansweredFiles = 8

/** The largest made-up id of a folder. */
const maxFolderId = 1000

export interface Comparison extends HeaderExpectations {
  readonly list: IntegrityList
}

export interface ComparisonOutcome {
  readonly differing: number
  /** Files without an answer, and those that were not asked for after them. */
  readonly uncompared: number
  /** Error that ended the comparison early: an untrusted certificate, or the signal's reason. */
  readonly ended?: Error
}

/** Compares all listed files with those of the server, and reports each. */
export async function compareFiles(
  client: ServerClient,
  comparison: Comparison,
  report: Context['report'],
  signal: AbortSignal,
): Promise<ComparisonOutcome> {
  const { files } = comparison.list
  let [compared, differing, unanswered] = [0, 0, 0]
  for (let at = 0; at < files.length && unanswered < maxUnansweredFiles; at += maxConcurrentFiles) {
    const group = files.slice(at, at + maxConcurrentFiles)
    const found = await Promise.allSettled(
      group.map(async (file) => ({ file, ...(await compareFile(client, file, comparison, signal)) })),
    )
    for (const result of found) {
      if (result.status === 'rejected')
        return { differing, uncompared: files.length - compared, ended: asError(result.reason) }
      const { file, sentences, isAnswered } = result.value
      reportFile(report, file, isAnswered ? sentences : [...sentences, notComparedText])
      unanswered = isAnswered ? 0 : unanswered + 1
      if (isAnswered || sentences.length > 0) compared++
      if (sentences.length > 0) differing++
    }
  }
  return { differing, uncompared: files.length - compared }
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

/** Completes a path as real addresses are, so that none tells that this is a comparison. */
function withRandomToken(path: string): string {
  if (!isTokenPath(path)) return path
  const isFolder = path.startsWith('/folders/')
  return `${path}${isFolder ? randomInt(1, maxFolderId) : randomBytes(16).toString('base64url')}`
}

interface FileComparison {
  /** Differences in any form; one that not all forms have names those that do. */
  readonly sentences: string[]
  readonly isAnswered: boolean
}

/**
 * Compares a file in each form, up to the first without an answer. A server keeps one for each encoding, and could alter
 * one alone.
 */
async function compareFile(
  client: ServerClient,
  file: ServedFile,
  comparison: Comparison,
  signal: AbortSignal,
): Promise<FileComparison> {
  const { language } = file
  const path = withRandomToken(file.path)
  const found = new Map<string, AcceptedEncodings[]>()
  let isAnswered = true
  for (const encoding of acceptedEncodings) {
    const request = { path, encoding, ...(language !== undefined && { language }) }
    const served = await fetchServed(client, request, signal)
    isAnswered = served !== null
    if (served === null) break
    for (const sentence of describeDifferences(file, served, comparison))
      found.set(sentence, [...(found.get(sentence) ?? []), encoding])
  }
  const sentences = [...found].map(([sentence, of]) =>
    of.length === acceptedEncodings.length ? sentence : `${sentence} (Accept-Encoding: ${of.join('; ')})`,
  )
  return { sentences, isAnswered }
}

/** @returns sentences; without any, the response is the listed one */
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
  if (content === null) return ['It is no web app manifest as a server writes it.']
  const found = createHash('sha256').update(content).digest('hex')
  return found === sha256 ? [] : [`Its content is another one: SHA-256 is ${found}, and ${sha256} is listed.`]
}
