import { nameText } from '../../../i18n/format.ts'
import { assertDefined } from '../../../contract/assertDefined.ts'
import { linkToken as linkTokenField } from '../../../contract/schemas/fields.ts'
import { callApi } from '../../api/client.ts'
import type { StretchedLinkPassword } from '../../../core/crypto/index.ts'
import { stretchLinkPassword } from '../../../core/crypto/visitorExports.ts'
import { fault, FaultError } from '../../../core/faults/fault.ts'
import { faultOf, linkFaultOf } from '../../../core/faults/faultOf.ts'
import { type LinkAnswer, type LinkCall, type LinkInput, stepLink } from '../../../core/link/step.ts'
import { areCookiesBlocked } from '../../storage/browserStorage.ts'
import { forgetSavings, resumeWaitingSavings } from '../../saving/runSaving.ts'
import { notify } from '../../store/hooks.ts'
import type { Saving } from '../../saving/savingSlice.ts'
import type { AppDispatch, AppThunk } from '../../store/store.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { getLanguage } from '../../../i18n/language.ts'
import { splitPastedLink } from '../../../core/keys/downloadLink.ts'
import { linkContents, type LinkStatus, readLinkKeys } from '../../../core/keys/linkContents.ts'
import {
  countMissingFiles,
  type OpenedSharedFile,
  openSharedFiles,
  type UnopenedSharedFile,
} from '../../../core/keys/sharedFiles.ts'
import { preloadKeysWorker, withKeysWorkers } from '../../platform/keysPool.ts'
import {
  type DownloadPageState,
  downloadStep,
  filesReady,
  keysProgressed,
  linkChanged,
  linkStepped,
  linkUsed,
  pageLeft,
  pageOpened,
  selectDownloadPage,
  senderTextLoaded,
  type SharedRow,
  statusLoaded,
} from './downloadPageSlice.ts'
import { replaceFragment, readLinkAddress } from './linkAddress.ts'
import { LinkService } from './linkService.ts'
import { numberRepeatedNames } from './numberRepeatedNames.ts'

/** Reads the page's address and opens its link, up to a gate or missing keys. */
export function openLink(): AppThunk<Promise<void>> {
  return async (dispatch, _, services) => {
    const service = services.of(LinkService)
    service.reset()
    dispatch(forgetSavings(isOfLink))
    const { linkToken, fragment, exposed } = readLinkAddress()
    dispatch(pageOpened({ linkToken, exposed }))
    if (!linkTokenField.safeParse(linkToken).success) {
      const code = linkToken === '' ? 'download-token-missing' : 'linkInvalid'
      dispatch(linkStepped({ type: 'failed', fault: fault(code) }))
      return
    }
    void preloadKeysWorker()
    Object.assign(service, readLinkKeys(fragment))
    await dispatch(driveLink({ type: 'begin' }))
  }
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

/** Accepts the complete link, or its keys alone. */
export function pasteKeys(text: string): AppThunk<Promise<void>> {
  return async (dispatch, getState, services) => {
    const service = services.of(LinkService)
    const { signal } = service
    const { linkToken } = selectDownloadPage(getState())
    const pasted = splitPastedLink(text)
    const isOther = pasted.linkToken !== null && pasted.linkToken !== linkToken
    const read = isOther ? { keysFault: fault('other-link') } : readLinkKeys(pasted.fragment)
    Object.assign(service, read)
    await dispatch(driveLink({ type: 'keys', keysFault: read.keysFault }))
    // Also for temporary failures: the page then retries with the keys in its address.
    if (!signal.aborted && !selectDownloadPage(getState()).keysMissing)
      replaceFragment(linkToken, pasted.fragment)
  }
}

/** The person entered what the link asks for; it is in no action, since actions can be logged. */
export const enter = (text: string) => driveLink({ type: 'entered' }, text)

/** Applies an input, and makes the calls that are wanted then, until a person is asked or the link is open. */
export function driveLink(input: LinkInput, entered = ''): AppThunk<Promise<void>> {
  return async (dispatch, getState, services) => {
    const service = services.of(LinkService)
    const { signal } = service
    for (let nextInput = input; !signal.aborted;) {
      const { state, call } = stepLink(selectDownloadPage(getState()), nextInput)
      dispatch(linkStepped(nextInput))
      if (call === null) {
        if (state.at === 'open') service.unlocked = undefined
        const { refused } = state.gate
        if (refused?.attempt === 'password') notify('error', faultText(refused.fault))
        else if (state.at === 'open' && 'call' in nextInput && nextInput.call === 'password')
          dispatch(resumeWaitingSavings('link-password'))
        return
      }
      try {
        const calls = callsOf(dispatch, service, selectDownloadPage(getState()), entered)
        nextInput = { type: 'accepted', call, answer: await calls[call]() }
      } catch (error) {
        const why = linkFaultOf(error)
        const isFinal = why.code === 'cookies-blocked'
        nextInput = isFinal ? { type: 'failed', fault: why } : { type: 'refused', call, fault: why }
      }
    }
  }
}

/** Asks the server whether the sender has changed the password since it was accepted here. False without an answer. */
export function isPasswordChanged(): AppThunk<Promise<boolean>> {
  return async (_, getState, services) => {
    const service = services.of(LinkService)
    const { signal, acceptedKdf } = service
    const { linkToken } = selectDownloadPage(getState())
    try {
      const status = await callApi('getDownloadStatus', { params: { link_token: linkToken }, signal })
      if (signal.aborted) return false
      service.status = status
      return isOtherPassword(status.password_kdf, acceptedKdf)
    } catch {
      return false
    }
  }
}

/** Asks the server whether the link has other files than are shown, and says so. Without an answer nothing changes. */
export function checkForOtherFiles(): AppThunk<Promise<void>> {
  return async (dispatch, getState, services) => {
    const { signal, status: before } = services.of(LinkService)
    const { step, linkToken, isChanged } = selectDownloadPage(getState())
    if (step !== downloadStep.ready || isChanged || !before) return
    const input = { params: { link_token: linkToken }, signal }
    const status = await callApi('getDownloadStatus', input).catch(() => null)
    if (status && !signal.aborted && fileIdsOf(status) !== fileIdsOf(before)) dispatch(linkChanged())
  }
}

const fileIdsOf = ({ files }: LinkStatus): string => files.map(({ id }) => id).join()

type LinkKdf = LinkStatus['password_kdf']

/** True if the sender has changed the password: each is derived from a salt of its own. */
const isOtherPassword = (now: LinkKdf, before: LinkKdf): boolean => now?.salt !== before?.salt

/** The calls of the page. @param entered what the person was asked for last */
function callsOf(
  dispatch: AppDispatch,
  service: LinkService,
  { linkToken, email }: DownloadPageState,
  entered: string,
): Record<LinkCall, () => Promise<LinkAnswer>> {
  const { signal, unlocked } = service
  const input = { params: { link_token: linkToken }, signal }
  /** Sends a value derived from the password, which cannot open the keys in the response. */
  const sendPassword = async (password: StretchedLinkPassword) => {
    const body = { password: password.verifier }
    const response = await callApi('verifyDownloadPassword', { ...input, body })
    service.unlocked = { password, response }
    return { gates: { requires_password: false, requires_email: response.requires_email } }
  }
  const sendEntered = async () => {
    const { password_kdf } = assertDefined(service.status)
    const answer = await sendPassword(await stretchLinkPassword(entered, password_kdf))
    service.acceptedKdf = password_kdf
    return answer
  }
  const requestCode = async (address: string) => {
    await callApi('requestDownloadCode', { ...input, body: { email: address, language: getLanguage() } })
    return { email: address }
  }
  return {
    status: async () => {
      const status = await callApi('getDownloadStatus', input)
      service.status = status
      dispatch(statusLoaded(status))
      dispatch(senderTextLoaded(status))
      // Each request would be another use.
      if (status.uses && areCookiesBlocked()) throw new FaultError(fault('cookies-blocked'))
      const { requires_password, requires_email } = status
      return { gates: { requires_password, requires_email }, keysFault: service.keysFault }
    },
    password: async () => {
      const { password_kdf } = assertDefined(service.status)
      try {
        return await sendEntered()
      } catch (error) {
        if (faultOf(error).code !== 'badPassword') throw error
        const status = await callApi('getDownloadStatus', input)
        if (!isOtherPassword(status.password_kdf, password_kdf)) throw error
        service.status = status
        dispatch(linkChanged())
        return sendEntered()
      }
    },
    'password-again': () => sendPassword(assertDefined(unlocked).password),
    address: () => requestCode(entered),
    'code-again': () => requestCode(email),
    code: async () => {
      await callApi('verifyDownloadCode', { ...input, body: { email, verification_code: entered } })
      return {}
    },
    keys: async () => {
      const status = assertDefined(service.status)
      const { files, senderText, ...keys } = await linkContents(status, service.keys, unlocked)
      if (unlocked && status.uses) dispatch(linkUsed())
      dispatch(senderTextLoaded(senderText))
      const onProgress = (done: number) => dispatch(keysProgressed({ done, files: files.length }))
      const opened = await withKeysWorkers((ports) =>
        openSharedFiles(files, keys, { ...ports, linkToken, signal, onProgress }),
      )
      signal.throwIfAborted()
      service.files = new Map(opened.map((one) => [one.record.id, one]))
      const rows = numberRepeatedNames(opened.map(toSharedRow))
      dispatch(filesReady({ rows, notOffered: countMissingFiles(keys.keys, files) }))
      return {}
    },
  }
}

function toSharedRow(opened: OpenedSharedFile | UnopenedSharedFile): SharedRow {
  const { id, original_filename: serverName, file_size: size } = opened.record
  if ('fault' in opened) {
    const name = nameText(serverName)
    return { id, name, path: '.', size, isSealed: true, isText: false, difference: null, last: null }
  }
  const { name, path, source, differences, isText } = opened
  const difference = differences.length === 0 ? null : { fields: differences, serverName }
  const { size: openedSize, hasManifest: isSealed } = source
  return { id, name, path, size: openedSize, isSealed, isText, difference, last: null }
}
