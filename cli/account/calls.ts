import { addresses, type CallName } from '../../contract/addresses.ts'
import { getEncryptedKey, getRecoveryBox } from '../../contract/schemas/auth.ts'
import { type CallBody, callUrl } from '../../contract/call.ts'
import type { ResponseOf } from '../../contract/calls.ts'
import {
  createDownloadLink,
  deleteDownloadLink,
  type DownloadLink,
  downloadLink,
} from '../../contract/schemas/downloads.ts'
import {
  deleteFiles,
  fileRecord,
  type Folder,
  folder,
  getFileKeys,
  getFolder,
  type HashedFileRecord,
  listAnswers,
} from '../../contract/schemas/folders.ts'
import { maxFilesPerDeletion, MiB } from '../../contract/limits.ts'
import { noRules } from '../../contract/operatorRules.ts'
import { setFolderMail } from '../../contract/schemas/notices.ts'
import type { Scope } from '../../contract/scopes.ts'
import { getServerInfo } from '../../contract/schemas/server.ts'
import { getContacts, getRoster } from '../../contract/schemas/sharing.ts'
import { z } from '../../contract/schemas/zod.ts'
import { readJsonArray } from '../../core/util/jsonArray.ts'
import type { SealedPrivateKey } from '../../core/crypto/index.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import { faultOf } from '../../core/faults/faultOf.ts'
import { faultOfResponse } from '../../core/faults/faultOfResponse.ts'
import { type CommandError, refusedError } from '../exitCodes.ts'
import { parseJsonObject } from '../../contract/parseJsonObject.ts'
import { callEmpty, callJson } from '../platform/jsonCall.ts'
import { nodeOpeningPorts } from '../platform/opening.ts'
import type { ServerClient } from '../platform/serverClient.ts'
import type { Retrying } from '../retry.ts'

/** Timeout of a long list. */
export const listTimeoutMs = 10 * 60_000
/** Bytes of a list, which is held in memory: some million files with usual names. */
export const maxListBytes = 512 * MiB

/** A command, and the scopes that its token needs. */
export interface TokenRights {
  readonly command: string
  readonly scopes: readonly Scope[]
}

/** Calls by API token, repeated but for the long lists. They throw FaultError; CommandError for the token. */
export interface AccountCalls {
  getFolder(id: number): Promise<ResponseOf<'getFolder'>>
  /** Yields portions as they arrive, like the other lists; not repeated, since they are gone. */
  listFiles(id: number): AsyncGenerator<HashedFileRecord[], void>
  listFolders(): AsyncGenerator<Folder[], void>
  listDownloadLinks(id: number): AsyncGenerator<DownloadLink[], void>
  getFileKeys(ids: readonly number[]): Promise<ResponseOf<'getFileKeys'>>
  /** A page of senders' answers. */
  listAnswers(id: number, after: string | null): Promise<ResponseOf<'listAnswers'>>
  getRoster(id: number): Promise<ResponseOf<'getRoster'>>
  getContacts(): Promise<ResponseOf<'getContacts'>>
  getRecoveryBox(): Promise<ResponseOf<'getRecoveryBox'>>
  getEncryptedKey(): Promise<SealedPrivateKey>
  /** Rules in force; none of a server that is older than such rules. */
  getServerInfo(): Promise<ResponseOf<'getServerInfo'>>
  /** A repeat of the same link is accepted. */
  createDownloadLink(link: CallBody<typeof createDownloadLink>): Promise<void>
  /** @param linkToken token of the link, or its id */
  deleteDownloadLink(linkToken: string): Promise<void>
  /** Yields each portion when it is done. */
  deleteFiles(ids: readonly number[]): AsyncGenerator<DeletedPortion, void>
  /** Switches the caller's mails about a folder on. */
  setFolderMail(id: number): Promise<void>
}

interface DeletedPortion {
  readonly ids: readonly number[]
  /** The reasons for those that were not deleted, by id. */
  readonly refused: ReadonlyMap<number, string>
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

export const accountCalls = (
  server: ServerClient,
  signal: AbortSignal,
  retry: Retrying,
  rights: TokenRights,
): AccountCalls => {
  const ask = <T>(call: () => Promise<T>): Promise<T> => withTokenErrors(retry(call), rights)
  const list = <T>(name: ListName, item: z.ZodType<T>, params?: { id: number }) =>
    streamList(server, signal, rights, { url: callUrl(addresses[name], params), item })
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
    getServerInfo: () =>
      ask(async () => {
        try {
          return await callJson(server, getServerInfo, { signal })
        } catch (error) {
          if (faultOf(error).code !== 'tokenNotTaken') throw error
          return { sends_mail: true, rules: noRules }
        }
      }),
    listFiles: (id) => list('listFiles', fileRecord, { id }),
    listFolders: () => list('listFolders', folder),
    listDownloadLinks: (id) => list('listDownloadLinks', downloadLink, { id }),
    createDownloadLink: async (body) =>
      void (await ask(() => callJson(server, createDownloadLink, { body, signal }))),
    deleteDownloadLink: (id) => ask(() => callEmpty(server, deleteDownloadLink, { params: { id }, signal })),
    deleteFiles: async function* (ids) {
      for (let from = 0; from < ids.length; from += maxFilesPerDeletion) {
        const portion = ids.slice(from, from + maxFilesPerDeletion)
        const body = { file_ids: portion }
        const { errors } = await ask(() => callJson(server, deleteFiles, { body, signal }))
        yield { ids: portion, refused: new Map(errors.map(({ file_id, error }) => [file_id, error])) }
      }
    },
    setFolderMail: (id) =>
      ask(() =>
        callEmpty(server, setFolderMail, { params: { id }, body: { notify_by_email: true }, signal }),
      ),
  }
}

type ListName = Extract<CallName, 'listFiles' | 'listFolders' | 'listDownloadLinks'>

async function* streamList<T>(
  server: ServerClient,
  signal: AbortSignal,
  rights: TokenRights,
  { url, item }: { url: string; item: z.ZodType<T> },
): AsyncGenerator<T[], void> {
  const response = await nodeOpeningPorts(server)
    .get(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(listTimeoutMs)]) })
    .catch(() => null)
  signal.throwIfAborted()
  if (!response) throw new FaultError(fault('unanswered'))
  const { status } = response
  if (!response.ok || !response.body)
    throw refusalError(response, parseJsonObject(await response.text().catch(() => '')), rights)
  try {
    for await (const portion of readJsonArray<unknown>(response.body, maxListBytes)) {
      const records = z.array(item).safeParse(portion)
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

async function withTokenErrors<T>(call: Promise<T>, rights: TokenRights): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw tokenRefusal(faultOf(error).code, rights) ?? error
  }
}

function refusalError(
  head: { status: number; statusText: string },
  body: unknown,
  rights: TokenRights,
): Error {
  const what = faultOfResponse(head, body)
  return tokenRefusal(what.code, rights) ?? new FaultError(what)
}

/** The CommandError of an invalid token; null for other codes. */
export function tokenRefusal(code: string, { command, scopes }: TokenRights): CommandError | null {
  switch (code) {
    case 'tokenUnknown':
      return refusedError(
        'The API token is unknown, was revoked or has expired. Make another in your profile.',
      )
    case 'tokenScope': {
      const needed = `the right${scopes.length > 1 ? 's' : ''} ${new Intl.ListFormat('en').format(scopes)}`
      return refusedError(
        `The API token is not good for this: ${command} needs ${needed}. Make one with that in your profile.`,
      )
    }
    case 'tokenNotTaken':
      return refusedError(
        `This server takes no API token for what ${command} needs: it is older than this program.`,
      )
    default:
      return null
  }
}
