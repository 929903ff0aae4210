import { sentFolderOptions } from '../../../contract/folderTemplate.ts'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { callApi } from '../../api/client.ts'
import { filesApi } from '../../api/filesApi.ts'
import { foldersApi } from '../../api/foldersApi.ts'
import { serverNow } from '../../api/serverClock.ts'
import { formatDateTime } from '../../../i18n/format.ts'
import { t } from '../../../i18n/t.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'
import type { AppThunk } from '../../store/store.ts'
import { prepareFolderCreation } from '../../trust/rememberOwnFolder.ts'
import { type LinkFields, linkRequestOf } from './linkFormFields.ts'
import { LinkRefusedError } from './linkProblem.ts'
import {
  addToLink,
  type LinkFilesRequest,
  type MadeLink,
  makeLink,
  type MakeOptions,
  recordsOutside,
} from './makeLink.ts'

/** A file that has arrived, by what the page knows of it. */
export interface SentFile {
  readonly fileId: number
  /** SHA-256 of the content, in hex. */
  readonly fileHash: string
}

/** Of a folder that holds what is sent: no name of a file, since the server reads it. */
export const sentFolderPayload = (now: Date) => ({
  title: t('send.folderTitle', { time: formatDateTime(now.toISOString()) }),
  ...sentFolderOptions,
})

/** @throws FaultError */
export const createSentFolder = (): AppThunk<Promise<Folder>> => async (dispatch) => {
  const payload = sentFolderPayload(new Date(serverNow()))
  const remember = await dispatch(prepareFolderCreation(payload.private_names))
  const created = await dispatch(foldersApi.endpoints.createFolder.initiate(payload)).unwrap()
  await remember(created)
  return created
}

interface SentFiles {
  folder: Folder
  sent: readonly SentFile[]
}

/** Makes a link of exactly the files that were sent. @throws as `makeLink` */
export const linkSentFiles =
  (
    { fields, ...files }: SentFiles & { fields: LinkFields },
    key: UnlockedKey,
    options: MakeOptions,
  ): AppThunk<Promise<MadeLink>> =>
  async (dispatch) => {
    const request = { ...linkRequestOf(fields), ...(await dispatch(requestOf(files))) }
    return dispatch(makeLink(request, key, options))
  }

/** Adds exactly the files that were sent, but for those that an earlier attempt has added. @throws as `makeLink` */
export const addSentFiles =
  (
    { link_token, ...files }: SentFiles & Pick<DownloadLink, 'link_token'>,
    key: UnlockedKey,
    options: MakeOptions,
  ): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const request = await dispatch(requestOf(files))
    const link = await callApi('getDownloadLink', { params: { id: link_token }, signal: options.signal })
    const records = recordsOutside(link, request.records)
    if (records.length > 0) await dispatch(addToLink(link, { ...request, records }, key, options))
  }

const requestOf =
  ({ folder, sent }: SentFiles): AppThunk<Promise<LinkFilesRequest>> =>
  async (dispatch) => {
    const query = filesApi.endpoints.files.initiate(folder.id, { forceRefetch: true, subscribe: false })
    const listed = await dispatch(query).unwrap()
    const hashes = new Map(sent.map(({ fileId, fileHash }) => [fileId, fileHash]))
    const records = listed.filter(({ id }) => hashes.has(id))
    if (records.length < hashes.size) throw new LinkRefusedError({ text: 'share.notAsSent' })
    return { folder, records, sent: hashes, acceptedUnsealed: noMarks }
  }

const noMarks: ReadonlySet<string> = new Set()
