import { type SharedFile, sharedFile } from '../../../contract/schemas/downloads.ts'
import { linkToken as linkTokenField } from '../../../contract/schemas/fields.ts'
import { callApi } from '../../api/client.ts'
import type { StretchedLinkPassword } from '../../../core/crypto/index.ts'
import {
  openLinkMasterOf,
  parseLinkFragment,
  stretchLinkPassword,
} from '../../../core/crypto/visitorExports.ts'
import { fault, FaultError } from '../../../core/faults/fault.ts'
import { faultOf, linkFaultOf } from '../../../core/faults/faultOf.ts'
import { mayBeRetried } from '../../../core/faults/retries.ts'
import { areCookiesBlocked } from '../../storage/browserStorage.ts'
import { forgetSavings, resumeWaitingSavings } from '../../saving/runSaving.ts'
import { notify } from '../../store/hooks.ts'
import type { Saving } from '../../saving/savingSlice.ts'
import type { AppThunk } from '../../store/store.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { splitPastedLink } from '../../../core/keys/downloadLink.ts'
import {
  countMissingFiles,
  type LinkKeys,
  type OpenedSharedFile,
  openSharedFiles,
  type UnopenedSharedFile,
} from '../../../core/keys/sharedFiles.ts'
import { preloadKeysWorker, withKeysWorkers } from '../../platform/keysPool.ts'
import {
  emailAsked,
  expirationLoaded,
  filesReady,
  keysGiven,
  keysProgressed,
  linkFailed,
  pageLeft,
  pageOpened,
  passwordAsked,
  passwordRefused,
  passwordSent,
  passwordAccepted,
  selectDownloadPage,
  type SharedRow,
  step,
  linkUsed,
  usesLoaded,
  senderTextLoaded,
} from './downloadPageSlice.ts'
import { replaceFragment, readLinkAddress } from './linkAddress.ts'
import { LinkService, type LinkStatus } from './linkService.ts'
import { numberRepeatedNames } from './numberRepeatedNames.ts'

/** Reads the page's address and opens its link, up to a password or missing keys. */
export function openLink(): AppThunk<Promise<void>> {
  return async (dispatch, _, services) => {
    const service = services.of(LinkService)
    const signal = service.reset()
    dispatch(forgetSavings(isOfLink))
    const { linkToken, fragment, exposed } = readLinkAddress()
    dispatch(pageOpened({ linkToken, exposed }))
    if (linkToken === '') {
      dispatch(linkFailed({ fault: fault('download-token-missing') }))
      return
    }
    if (!linkTokenField.safeParse(linkToken).success) {
      dispatch(linkFailed({ fault: fault('linkInvalid') }))
      return
    }
    void preloadKeysWorker()
    try {
      const status = await callApi('getDownloadStatus', { params: { link_token: linkToken }, signal })
      service.status = status
      dispatch(usesLoaded(status.uses))
      dispatch(expirationLoaded(status.expiration_date))
      dispatch(senderTextLoaded(status))
      // Each request would be another use.
      if (status.uses && areCookiesBlocked()) dispatch(linkFailed({ fault: fault('cookies-blocked') }))
      else if (status.requires_password) dispatch(passwordAsked())
      else await dispatch(openWithFragment(fragment))
    } catch (error) {
      if (!signal.aborted) dispatch(openingFailed(error))
    }
  }
}

function openingFailed(error: unknown) {
  const linkFault = linkFaultOf(error)
  return linkFailed({ fault: linkFault, isTemporary: mayBeRetried(linkFault) })
}

/** Downloads of links belong to no session. */
const isOfLink = ({ owner }: Saving) => owner === null

export function closeLink(): AppThunk {
  return (dispatch, _, services) => {
    services.of(LinkService).reset()
    dispatch(forgetSavings(isOfLink))
    dispatch(pageLeft())
  }
}

function openWithFragment(fragment: string): AppThunk<Promise<void>> {
  return async (dispatch, _, services) => {
    const { status, signal } = services.of(LinkService)
    if (!status) return
    let keys: LinkKeys['keys']
    try {
      keys = parseLinkFragment(fragment)
    } catch (error) {
      // The keys are missing or malformed; the complete link helps in both cases.
      dispatch(linkFailed({ fault: faultOf(error), keysMissing: true }))
      return
    }
    // A link without its keys is not worth a mail and a code.
    if (status.requires_email) {
      dispatch(emailAsked())
      return
    }
    dispatch(keysGiven())
    const keyStrings = status.reencrypted_keys ?? {}
    await dispatch(openFiles(completeFiles(status.files), { keys, keyStrings }, signal))
  }
}

/** Accepts the complete link, or its keys alone. */
export function pasteKeys(text: string): AppThunk<Promise<void>> {
  return async (dispatch, getState, services) => {
    const { signal } = services.of(LinkService)
    const { linkToken } = selectDownloadPage(getState())
    const pasted = splitPastedLink(text)
    if (pasted.linkToken !== null && pasted.linkToken !== linkToken) {
      dispatch(linkFailed({ fault: fault('other-link'), keysMissing: true }))
      return
    }
    try {
      await dispatch(openWithFragment(pasted.fragment))
    } catch (error) {
      if (signal.aborted) return
      dispatch(openingFailed(error))
    }
    // Also for temporary failures: the page then retries with the keys in its address.
    if (!selectDownloadPage(getState()).keysMissing) replaceFragment(linkToken, pasted.fragment)
  }
}

/** Sends a value derived from the password, which cannot open the keys in the response. */
export function submitPassword(password: string): AppThunk<Promise<void>> {
  return async (dispatch, getState, services) => {
    const { status, signal } = services.of(LinkService)
    const { unlocking } = selectDownloadPage(getState())
    if (!status || unlocking) return
    dispatch(passwordSent())
    try {
      await dispatch(openWithPassword(await stretchLinkPassword(password, status.password_kdf)))
    } catch (error) {
      if (signal.aborted) return
      dispatch(handlePasswordFailure(error))
    }
  }
}

/** Opens the link after a code was entered. @throws FaultError if it still asks for an address */
export function openAfterEmailGate(): AppThunk<Promise<void>> {
  return async (dispatch, getState, services) => {
    const { password, signal } = services.of(LinkService)
    if (password === null) await dispatch(openLink())
    else {
      services.of(LinkService).password = null
      try {
        await dispatch(openWithPassword(password))
      } catch (error) {
        if (signal.aborted) return
        dispatch(handlePasswordFailure(error))
      }
    }
    if (selectDownloadPage(getState()).step === step.email) throw new FaultError(fault('downloadLinkNamed'))
  }
}

function openWithPassword(password: StretchedLinkPassword): AppThunk<Promise<void>> {
  return async (dispatch, getState, services) => {
    const { status, signal } = services.of(LinkService)
    const { linkToken, step: before } = selectDownloadPage(getState())
    const answer = await callApi('verifyDownloadPassword', {
      params: { link_token: linkToken },
      body: { password: password.verifier },
      signal,
    })
    const { requires_email: requiresEmail, reencrypted_keys: keyStrings, files } = answer
    // Waiting downloads fail if the address is to be confirmed again.
    if (before === step.ready) {
      dispatch(resumeAfterPassword())
      return
    }
    if (requiresEmail) {
      services.of(LinkService).password = password
      dispatch(emailAsked())
      return
    }
    const linkMaster = await openLinkMasterOf(password, keyStrings)
    if (status?.uses) dispatch(linkUsed())
    dispatch(senderTextLoaded(answer))
    await dispatch(openFiles(files, { keys: { kind: 'master', linkMaster }, keyStrings }, signal))
  }
}

const handlePasswordFailure =
  (error: unknown): AppThunk =>
  (dispatch, getState) => {
    const linkFault = faultOf(error)
    if (linkFault.status === 404 || linkFault.status === 410) {
      // Waiting downloads fail with the same error.
      const isAgain = selectDownloadPage(getState()).step === step.ready
      dispatch(isAgain ? resumeAfterPassword() : linkFailed({ fault: linkFault }))
      return
    }
    dispatch(passwordRefused(linkFault))
    notify('error', faultText(linkFault))
  }

const resumeAfterPassword = (): AppThunk => (dispatch) => {
  dispatch(passwordAccepted())
  dispatch(resumeWaitingSavings('link-password'))
}

/** Before its password, a protected link lists names only; a public one always lists complete files. */
const completeFiles = (files: LinkStatus['files']): SharedFile[] =>
  files.flatMap((file) => sharedFile.safeParse(file).data ?? [])

function openFiles(files: SharedFile[], keys: LinkKeys, signal: AbortSignal): AppThunk<Promise<void>> {
  return async (dispatch, getState, services) => {
    const { linkToken } = selectDownloadPage(getState())
    const onProgress = (done: number) => dispatch(keysProgressed({ done, files: files.length }))
    const opened = await withKeysWorkers((ports) =>
      openSharedFiles(files, keys, { ...ports, linkToken, signal, onProgress }),
    )
    signal.throwIfAborted()
    services.of(LinkService).files = new Map(opened.map((one) => [one.record.id, one]))
    const rows = numberRepeatedNames(opened.map(toSharedRow))
    dispatch(filesReady({ rows, notOffered: countMissingFiles(keys.keys, files) }))
  }
}

function toSharedRow(opened: OpenedSharedFile | UnopenedSharedFile): SharedRow {
  const { id, original_filename: serverName, file_size } = opened.record
  if ('fault' in opened)
    return { id, name: serverName, path: '.', size: file_size, isSealed: true, difference: null, last: null }
  const { name, path, source, differences } = opened
  const difference = differences.length === 0 ? null : { fields: differences, serverName }
  return { id, name, path, size: source.size, isSealed: source.hasManifest, difference, last: null }
}
