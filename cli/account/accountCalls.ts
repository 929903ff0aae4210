import { addresses, type CallName } from '../../contract/addresses.ts'
import { getEncryptedKey, getRecoveryBox } from '../../contract/schemas/auth.ts'
import { type CallBody, callUrl } from '../../contract/call.ts'
import type { ResponseOf } from '../../contract/calls.ts'
import {
  createDownloadLink,
  deleteDownloadLink,
  downloadLink,
  updateDownloadLink,
} from '../../contract/schemas/downloads.ts'
import {
  createFolder,
  deleteFiles,
  extendRetention,
  fileRecord,
  folder,
  getFileKeys,
  getFolder,
  listAnswers,
  restoreFiles,
  restoreFolder,
  trashedFile,
  trashedFolder,
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
import { isRedirectOrPage } from '../../core/faults/otherAnswer.ts'
import { isWithoutResponse } from '../../core/faults/retries.ts'
import { readRefusal } from '../../core/open/sealedFileReader.ts'
import { CommandError, exitCodes, refusedError } from '../exitCodes.ts'
import { callJson, errorOfAnswer, notSealpostText } from '../platform/callJson.ts'
import { nodeOpeningPorts } from '../platform/nodeOpeningPorts.ts'
import type { ServerClient } from '../platform/serverClient.ts'
import type { RetryFunction } from '../retryUntilAnswered.ts'

export const listTimeoutMs = 10 * 60_000
/** Bytes of a list, which is held in memory: some million files with usual names. */
export const maxListBytes = 512 * MiB

/** A command, and the scopes that its token needs. */
export interface TokenRights {
  readonly command: string
  readonly scopes: readonly Scope[]
}

const isFolderMadeUnknownText =
  'The server did not answer, so it is not known whether the folder was made. Look with sealpost ls before you make it again.'

export type AccountCalls = ReturnType<typeof accountCalls>

/** The call `getEncryptedKey` without checks of its parameters: the code that opens the key makes these, and explains a refusal. */
const getEncryptedKeyUnchecked = {
  ...getEncryptedKey,
  response: z.object({
    encryptedPrivateKey: z.string(),
    kdfSalt: z.string(),
    kdfIterations: z.number().optional(),
  }),
}

/**
 * The calls of an account. All are retried but `createFolder` and the long lists, which yield portions as they arrive.
 * They throw FaultError; CommandError for a refused token, an untrusted certificate, or another folder than requested.
 */
export function accountCalls(
  server: ServerClient,
  signal: AbortSignal,
  retry: RetryFunction,
  rights: TokenRights,
) {
  async function callWithRetry<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await retry(call)
    } catch (error) {
      throw tokenRefusal(faultOf(error).code, rights) ?? error
    }
  }
  const streamNamedList = <T>(
    name: ListName,
    itemSchema: z.ZodType<T>,
    params?: { id: number },
    query = '',
  ) => streamList(server, signal, rights, callUrl(addresses[name], params) + query, itemSchema)
  /** Changes files in portions, and yields each. `refused`: why files were not changed, by id. */
  async function* changeFiles(
    ids: readonly number[],
    change: (file_ids: number[]) => Promise<ResponseOf<'deleteFiles'>>,
  ): AsyncGenerator<ChangedPortion, void> {
    for (let from = 0; from < ids.length; from += maxFilesPerDeletion) {
      const portion = ids.slice(from, from + maxFilesPerDeletion)
      const { errors } = await callWithRetry(() => change(portion))
      yield { ids: portion, refused: new Map(errors.map(({ file_id, error }) => [file_id, error])) }
    }
  }
  return {
    /** @throws CommandError 'refused' also if the server shows another folder */
    getFolder: async (id: number): Promise<ResponseOf<'getFolder'>> => {
      const folder = await callWithRetry(() => callJson(server, getFolder, { params: { id }, signal }))
      // The upload link would be that of the response, and the files those of the request.
      if (folder.id !== id)
        throw refusedError(
          `Asked for folder ${id}, the server answers with another folder, ${folder.id}. Ask whoever runs it.`,
        )
      return folder
    },
    getFileKeys: (ids: readonly number[]) =>
      callWithRetry(() => callJson(server, getFileKeys, { body: { file_ids: [...ids] }, signal })),
    /** A page of senders' answers. */
    listAnswers: (id: number, after: string | null) => {
      const query = after === null ? {} : { after }
      return callWithRetry(() => callJson(server, listAnswers, { params: { id }, query, signal }))
    },
    getRoster: (id: number) => callWithRetry(() => callJson(server, getRoster, { params: { id }, signal })),
    getContacts: () => callWithRetry(() => callJson(server, getContacts, { signal })),
    getRecoveryBox: () => callWithRetry(() => callJson(server, getRecoveryBox, { signal })),
    getEncryptedKey: (): Promise<SealedPrivateKey> =>
      callWithRetry(() => callJson(server, getEncryptedKeyUnchecked, { signal })),
    /** The rules of the server; a server that is older than rules has none. */
    getServerInfo: () =>
      callWithRetry(async (): Promise<ResponseOf<'getServerInfo'>> => {
        try {
          return await callJson(server, getServerInfo, { signal })
        } catch (error) {
          if (faultOf(error).code !== 'tokenNotTaken') throw error
          return { sends_mail: true, rules: noRules }
        }
      }),
    /** Creates a folder. It is not retried, since a repeat would make another one. @throws CommandError 'network' if no response came */
    createFolder: async (body: CallBody<typeof createFolder>): Promise<ResponseOf<'createFolder'>> => {
      try {
        return await callJson(server, createFolder, { body, signal })
      } catch (error) {
        const createFault = faultOf(error)
        if (isWithoutResponse(createFault)) throw new CommandError(exitCodes.network, isFolderMadeUnknownText)
        throw tokenRefusal(createFault.code, rights) ?? error
      }
    },
    listFiles: (id: number) => streamNamedList('listFiles', fileRecord, { id }),
    listFolders: () => streamNamedList('listFolders', folder),
    listDownloadLinks: (id: number) => streamNamedList('listDownloadLinks', downloadLink, { id }),
    /** Creates a download link. It is retried, since the server accepts the same link twice. */
    createDownloadLink: (body: CallBody<typeof createDownloadLink>) =>
      callWithRetry(() => callJson(server, createDownloadLink, { body, signal })),
    /** @param id token of the link, or its id */
    deleteDownloadLink: (id: string) =>
      callWithRetry(() => callJson(server, deleteDownloadLink, { params: { id }, signal })),
    /** @param id token of the link, or its id */
    updateDownloadLink: (id: string, body: CallBody<typeof updateDownloadLink>) =>
      callWithRetry(() => callJson(server, updateDownloadLink, { params: { id }, body, signal })),
    /** @param erases at once, also where the server has a trash */
    deleteFiles: (ids: readonly number[], erases: boolean) =>
      changeFiles(ids, (file_ids) =>
        callJson(server, deleteFiles, { query: erases ? { now: '1' } : {}, body: { file_ids }, signal }),
      ),
    /** @param expires_at ISO 8601; null: they stay */
    extendRetention: (ids: readonly number[], expires_at: string | null) =>
      changeFiles(ids, (file_ids) =>
        callJson(server, extendRetention, { body: { file_ids, expires_at }, signal }),
      ),
    listTrashedFiles: (id: number) =>
      streamNamedList('listTrashedFiles', trashedFile.required({ file_hash: true }), { id }, '?hashes=all'),
    restoreFiles: (ids: readonly number[]) =>
      changeFiles(ids, (file_ids) => callJson(server, restoreFiles, { body: { file_ids }, signal })),
    listTrashedFolders: () => streamNamedList('listTrashedFolders', trashedFolder),
    restoreFolder: (id: number) =>
      callWithRetry(() => callJson(server, restoreFolder, { params: { id }, signal })),
    /** Switches the caller's mails about a folder on. */
    setFolderMail: (id: number) =>
      callWithRetry(() =>
        callJson(server, setFolderMail, { params: { id }, body: { notify_by_email: true }, signal }),
      ),
  }
}

type ListName = Extract<
  CallName,
  'listFiles' | 'listFolders' | 'listDownloadLinks' | 'listTrashedFiles' | 'listTrashedFolders'
>

export interface ChangedPortion {
  readonly ids: readonly number[]
  readonly refused: ReadonlyMap<number, string>
}

/** Yields the items of a JSON list as they arrive. */
async function* streamList<T>(
  server: ServerClient,
  signal: AbortSignal,
  rights: TokenRights,
  url: string,
  itemSchema: z.ZodType<T>,
): AsyncGenerator<T[], void> {
  const response = await nodeOpeningPorts(server)
    .get(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(listTimeoutMs)]) })
    .catch(() => null)
  signal.throwIfAborted()
  if (!response) throw server.connectionError ?? new FaultError(fault('unanswered'))
  const { status } = response
  if (!response.ok || !response.body || isRedirectOrPage(response)) {
    const { fault: refusal } = await readRefusal(response)
    throw tokenRefusal(refusal.code, rights) ?? errorOfAnswer(server, refusal)
  }
  try {
    for await (const portion of readJsonArray<unknown>(response.body, maxListBytes)) {
      const records = z.array(itemSchema).safeParse(portion)
      if (!records.success) throw new FaultError(fault('refused', { status, said: notSealpostText }))
      yield records.data
    }
    server.isAddressRight = true
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof FaultError) throw error
    // A complete response that is no list stays one; an interrupted one may be complete next time.
    const refusal =
      error instanceof SyntaxError ? fault('refused', { status, said: notSealpostText }) : fault('unanswered')
    throw new FaultError(refusal, { cause: error })
  }
}

/** The CommandError of an invalid token; null for other codes. */
export function tokenRefusal(code: string, { command, scopes }: TokenRights): CommandError | null {
  switch (code) {
    case 'tokenUnknown':
      return refusedError(
        'The API token is unknown, was revoked or has expired. Make another in your profile.',
      )
    case 'tokenScope': {
      const needed = `the scope${scopes.length > 1 ? 's' : ''} ${new Intl.ListFormat('en').format(scopes)}`
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
