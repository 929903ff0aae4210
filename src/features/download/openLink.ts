import { type getDownloadStatus, type SharedFile, sharedFile } from '../../../contract/downloads.ts'
import type { CallResponse } from '../../../contract/call.ts'
import { linkToken as linkTokenField } from '../../../contract/fields.ts'
import { callApi } from '../../api/client.ts'
import { errorMessage, toFailure } from '../../api/errorCatalogue.ts'
import { notify } from '../../store/hooks.ts'
import type { AppThunk } from '../../store/store.ts'
import type { LinkKeys, OpenedSharedFile, UnopenedSharedFile } from '../../transfer/keys/shared.ts'
import {
  filesReady,
  keysGiven,
  keysOpened,
  linkFailed,
  pageLeft,
  pageOpened,
  passwordAsked,
  passwordRefused,
  passwordSent,
  selectPage,
  type SharedRow,
} from './downloadPageSlice.ts'
import { differenceText, texts } from './downloadTexts.ts'
import { keepFragment, readLinkAddress, splitPasted } from './linkAddress.ts'
import { forgetOpenedFiles, keepOpenedFiles } from './openedFiles.ts'
import { cancelEverything } from './saveFiles.ts'

type Status = CallResponse<typeof getDownloadStatus>

/** The link that is open. Its status is kept for keys that are pasted and for the password. */
let current = { abort: new AbortController(), status: null as Status | null }

/** Reads the address of the page and opens its link as far as it opens by itself. */
export function openLink(): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const { signal } = begin()
    const { linkToken, fragment, exposed } = readLinkAddress()
    dispatch(pageOpened({ linkToken, exposed }))
    if (linkToken === '') {
      dispatch(linkFailed({ message: texts.tokenMissing }))
      return
    }
    if (!linkTokenField.safeParse(linkToken).success) {
      dispatch(linkFailed({ message: texts.linkInvalid }))
      return
    }
    try {
      const status = await callApi('getDownloadStatus', { params: { link_token: linkToken }, signal })
      current.status = status
      if (status.requires_password) dispatch(passwordAsked())
      else await dispatch(openWithFragment(fragment))
    } catch (error) {
      if (signal.aborted) return
      const { status, detail, message } = toFailure(error)
      const mayPass = status === null || status >= 500 || status === 429
      const unknown = status === 404 && detail === null
      dispatch(linkFailed({ message: unknown ? texts.linkInvalid : message, mayPass }))
    }
  }
}

function begin(): AbortController {
  current.abort.abort()
  current = { abort: new AbortController(), status: null }
  cancelEverything()
  forgetOpenedFiles()
  return current.abort
}

export function closeLink(): AppThunk {
  return (dispatch) => {
    begin()
    dispatch(pageLeft())
  }
}

function openWithFragment(fragment: string): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const { status, abort } = current
    if (!status) return
    const { parseLinkFragment } = await import('../../crypto/index.ts')
    let keys: LinkKeys['keys']
    try {
      keys = parseLinkFragment(fragment)
    } catch (error) {
      // Missing, or no keys: both may be mended by the whole link.
      dispatch(linkFailed({ message: errorMessage(error), keysMissing: true }))
      return
    }
    dispatch(keysGiven())
    const keyStrings = status.reencrypted_keys ?? {}
    await dispatch(openFiles(wholeFiles(status.files), { keys, keyStrings }, abort.signal))
  }
}

/** The link as it should have been, or its keys alone. */
export function pasteKeys(text: string): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { linkToken } = selectPage(getState())
    const pasted = splitPasted(text)
    if (pasted.linkToken !== null && pasted.linkToken !== linkToken) {
      dispatch(linkFailed({ message: texts.otherLink, keysMissing: true }))
      return
    }
    await dispatch(openWithFragment(pasted.fragment))
    if (!selectPage(getState()).keysMissing) keepFragment(linkToken, pasted.fragment)
  }
}

/** The password itself stays here: what is sent is derived from it, and does not open the keys that come back. */
export function givePassword(password: string): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { status, abort } = current
    const { linkToken, unlocking } = selectPage(getState())
    if (!status || unlocking) return
    dispatch(passwordSent())
    try {
      const { deriveLinkPassword, openLinkMaster, splitLinkKeyString } = await import('../../crypto/index.ts')
      // Without parameters the link was made by a client whose keys another format holds; the password is not sent.
      const kdf = status.password_kdf ?? { kdf: null, iterations: null, salt: null }
      const derived = await deriveLinkPassword(password, kdf)
      const { reencrypted_keys: keyStrings, files } = await callApi('verifyDownloadPassword', {
        params: { link_token: linkToken },
        body: { password: derived.verifier },
        signal: abort.signal,
      })
      const [first = ''] = Object.values(keyStrings)
      const linkMaster = await openLinkMaster(derived, splitLinkKeyString(first).part1B64 ?? '')
      await dispatch(openFiles(files, { keys: { kind: 'master', linkMaster }, keyStrings }, abort.signal))
    } catch (error) {
      if (abort.signal.aborted) return
      const failure = toFailure(error)
      if (failure.status === 404 || failure.status === 410) {
        dispatch(linkFailed({ message: failure.message }))
        return
      }
      dispatch(passwordRefused(failure.message))
      notify('error', failure.message)
    }
  }
}

/** Before its password a protected link shows names alone; a public one never does. */
const wholeFiles = (files: Status['files']): SharedFile[] =>
  files.flatMap((file) => sharedFile.safeParse(file).data ?? [])

function openFiles(files: SharedFile[], keys: LinkKeys, signal: AbortSignal): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const { linkToken } = selectPage(getState())
    const [{ notOffered, openSharedFiles }, { withKeysThreads }] = await Promise.all([
      import('../../transfer/keys/shared.ts'),
      import('../../transfer/browser/keysThreads.ts'),
    ])
    signal.throwIfAborted()
    const onProgress = (done: number) => dispatch(keysOpened({ done, files: files.length }))
    const opened = await withKeysThreads((ports) =>
      openSharedFiles(files, keys, { ...ports, linkToken, signal, onProgress }),
    )
    signal.throwIfAborted()
    keepOpenedFiles(opened)
    dispatch(filesReady({ rows: opened.map(rowOf), notOffered: notOffered(keys.keys, files) }))
  }
}

function rowOf(opened: OpenedSharedFile | UnopenedSharedFile): SharedRow {
  const file = opened.record
  const row = { id: file.id, phase: 'idle', progress: null, verified: null, failure: null } as const
  return 'fault' in opened
    ? {
        ...row,
        name: file.original_filename,
        path: '.',
        size: file.file_size,
        isSealed: true,
        difference: null,
      }
    : {
        ...row,
        name: opened.name,
        path: opened.path,
        size: opened.source.size,
        isSealed: opened.source.hasManifest,
        difference: differenceText(opened.differences, file.original_filename),
      }
}
