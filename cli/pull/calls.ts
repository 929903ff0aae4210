import { addresses } from '../../contract/addresses.ts'
import { getEncryptedKey, getRecoveryBox } from '../../contract/schemas/auth.ts'
import { callUrl } from '../../contract/call.ts'
import type { ResponseOf } from '../../contract/calls.ts'
import {
  fileRecord,
  getFileKeys,
  getFolder,
  type HashedFileRecord,
  listAnswers,
} from '../../contract/schemas/folders.ts'
import { MiB } from '../../contract/limits.ts'
import { getContacts, getRoster } from '../../contract/schemas/sharing.ts'
import { z } from '../../contract/schemas/zod.ts'
import { readJsonArray } from '../../core/util/jsonArray.ts'
import type { SealedPrivateKey } from '../../core/crypto/index.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import { faultOf } from '../../core/faults/faultOf.ts'
import { faultOfResponse } from '../../core/faults/faultOfResponse.ts'
import { type CommandError, refusedError } from '../exitCodes.ts'
import { callJson, objectIn } from '../platform/jsonCall.ts'
import { nodeOpening } from '../platform/opening.ts'
import type { ServerClient } from '../platform/serverClient.ts'
import type { Retrying } from '../retry.ts'

/** Timeout of a long list. */
export const listMilliseconds = 10 * 60_000
/** Bytes of a list, which is held in memory: some million files with usual names. */
export const maxListBytes = 512 * MiB

/** Calls by API token, repeated but for the long list. They throw FaultError; CommandError for the token. */
export interface PullCalls {
  getFolder(id: number): Promise<ResponseOf<'getFolder'>>
  /** Yields portions as they arrive; not repeated, since they are gone. */
  listFiles(id: number): AsyncGenerator<HashedFileRecord[], void>
  getFileKeys(ids: readonly number[]): Promise<ResponseOf<'getFileKeys'>>
  /** A page of senders' answers. */
  listAnswers(id: number, after: string | null): Promise<ResponseOf<'listAnswers'>>
  getRoster(id: number): Promise<ResponseOf<'getRoster'>>
  getContacts(): Promise<ResponseOf<'getContacts'>>
  getRecoveryBox(): Promise<ResponseOf<'getRecoveryBox'>>
  getEncryptedKey(): Promise<SealedPrivateKey>
}

/** The code that opens it checks its parameters, and explains a refusal. */
const sealedKey = {
  ...getEncryptedKey,
  response: z.object({
    encryptedPrivateKey: z.string(),
    kdfSalt: z.string(),
    kdfIterations: z.number().optional(),
  }),
}

export const pullCalls = (server: ServerClient, signal: AbortSignal, retry: Retrying): PullCalls => {
  const ask = <T>(call: () => Promise<T>): Promise<T> => byToken(retry(call))
  return {
    getFolder: (id) => ask(() => callJson(server, getFolder, { params: { id }, signal })),
    getFileKeys: (ids) => ask(() => callJson(server, getFileKeys, { body: { file_ids: [...ids] }, signal })),
    listAnswers: (id, after) => {
      const query = after === null ? {} : { after }
      return ask(() => callJson(server, listAnswers, { params: { id }, query, signal }))
    },
    getRoster: (id) => ask(() => callJson(server, getRoster, { params: { id }, signal })),
    getContacts: () => ask(() => callJson(server, getContacts, { signal })),
    getRecoveryBox: () => ask(() => callJson(server, getRecoveryBox, { signal })),
    getEncryptedKey: () => ask(() => callJson(server, sealedKey, { signal })),
    listFiles: (id) => listedFiles(server, signal, id),
  }
}

async function* listedFiles(
  server: ServerClient,
  signal: AbortSignal,
  id: number,
): AsyncGenerator<HashedFileRecord[], void> {
  const response = await nodeOpening(server)
    .get(callUrl(addresses.listFiles, { id }), {
      signal: AbortSignal.any([signal, AbortSignal.timeout(listMilliseconds)]),
    })
    .catch(() => null)
  signal.throwIfAborted()
  if (!response) throw new FaultError(fault('unanswered'))
  const { status } = response
  if (!response.ok || !response.body) throw refusal(response, objectIn(await response.text().catch(() => '')))
  try {
    for await (const portion of readJsonArray<unknown>(response.body, maxListBytes)) {
      const records = z.array(fileRecord).safeParse(portion)
      if (!records.success) throw new FaultError(fault('refused', { status }))
      yield records.data
    }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof FaultError) throw error
    // A complete response that is no list stays one; an interrupted one may be complete next time.
    const what = error instanceof SyntaxError ? fault('refused', { status }) : fault('unanswered')
    throw new FaultError(what, { cause: error })
  }
}

async function byToken<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw tokenRefusal(faultOf(error).code) ?? error
  }
}

function refusal(head: { status: number; statusText: string }, body: unknown): Error {
  const what = faultOfResponse(head, body)
  return tokenRefusal(what.code) ?? new FaultError(what)
}

const tokenRefusals: ReadonlyMap<string, string> = new Map([
  ['tokenUnknown', 'The API token is unknown, was revoked or has expired. Make another in your profile.'],
  [
    'tokenScope',
    'The API token is not good for this: pull needs the rights files:read and key:read. Make one with both in your profile.',
  ],
  ['tokenNotTaken', 'This server takes no API token for what pull needs: it is older than this program.'],
])

/** The CommandError of an invalid token; null for other codes. */
export function tokenRefusal(code: string): CommandError | null {
  const message = tokenRefusals.get(code)
  return message === undefined ? null : refusedError(message)
}
