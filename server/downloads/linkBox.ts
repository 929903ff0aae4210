import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { createDownloadLink } from '../../contract/schemas/downloads.ts'
import { linkedFileBytes } from '../../contract/limits.ts'
import type { NewLinkBox } from '../db/links/downloadLinks.ts'
import { invalidField } from '../http/errors.ts'
import type { Principal } from '../http/principals.ts'
import { matchesLinkPassword } from '../security/linkPasswords.ts'

type NewLink = z.output<typeof createDownloadLink.body>

/**
 * Parses the data that only the creator of a link can open; null if none is sent. FORMAT.md, 10: 'The server keeps ids
 * and kc of creation'.
 * @throws HttpError 422 if a part of it is missing, or if it is of other files
 */
export function parseLinkBox(body: NewLink, fileIds: readonly number[]): NewLinkBox | null {
  const { link_token, sealed_link, file_commitments } = body
  if (link_token === undefined && sealed_link === undefined && file_commitments === undefined) return null
  if (link_token === undefined) throw invalidField('link_token', 'Comes with a sealed link.')
  if (sealed_link === undefined) throw invalidField('sealed_link', 'Comes with a link token.')
  if (file_commitments === undefined) throw invalidField('file_commitments', 'Comes with a sealed link.')
  const committedIds = commitmentsOf(file_commitments).map(idOf)
  const ascending = fileIds.toSorted((a, b) => a - b)
  if (committedIds.length !== ascending.length || committedIds.some((id, i) => id !== ascending[i])) {
    throw invalidField('file_commitments', 'Must be of the files of the link, ascending by id.')
  }
  return { sealed_link, file_commitments, request_hash: requestHash(body) }
}

/**
 * Ids of the files that new commitments leave out, and of those that they have besides.
 * @throws HttpError 422 unless the new ones are ascending by id, and the same for files of both
 */
export function changedFileIds(
  stored: string,
  file_commitments: string,
): { removed: number[]; added: number[] } {
  const before = new Map(commitmentsOf(stored).map((commitment) => [idOf(commitment), textOf(commitment)]))
  const after = commitmentsOf(file_commitments)
  const ids = after.map(idOf)
  const isInOrder = ids.every((id, i) => i === 0 || id > (ids[i - 1] ?? id))
  const areSame = after.every(
    (commitment) => (before.get(idOf(commitment)) ?? textOf(commitment)) === textOf(commitment),
  )
  if (!isInOrder || !areSame || Buffer.concat(after).toString('base64') !== file_commitments)
    throw invalidField(
      'file_commitments',
      'Must be those of the link, without some or with more, ascending by id.',
    )
  const kept = new Set(ids)
  return {
    removed: [...before.keys()].filter((id) => !kept.has(id)),
    added: ids.filter((id) => !before.has(id)),
  }
}

/** BE64(id) ‖ kc of each file; nothing if the bytes are none of these. */
function commitmentsOf(base64: string): Buffer[] {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length % linkedFileBytes !== 0) return []
  return Array.from({ length: bytes.length / linkedFileBytes }, (_, i) =>
    bytes.subarray(i * linkedFileBytes, (i + 1) * linkedFileBytes),
  )
}

const idOf = (commitment: Buffer): number => Number(commitment.readBigUInt64BE())
const textOf = (commitment: Buffer): string => commitment.toString('latin1')

/** True if the link with this token was created by the same request, whose response may have been lost. */
export async function isRepeatedRequest(
  body: NewLink,
  box: NewLinkBox | null,
  { request_hash, password_hash }: { request_hash: string | null; password_hash: string | null },
  principal: Principal,
): Promise<boolean> {
  if (request_hash === null || box?.request_hash !== request_hash) return false
  if (body.password === null || password_hash === null) return body.password === password_hash
  return matchesLinkPassword(password_hash, body.password, principal)
}

/** Hash of a request without its password: a fast hash of the password would defeat the slow one. */
function requestHash({ password, ...rest }: NewLink): string {
  const request = JSON.stringify({ ...rest, hasPassword: password !== null })
  return createHash('sha256').update(request).digest('base64url')
}
