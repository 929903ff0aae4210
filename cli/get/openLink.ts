import type { CallResponse } from '../../contract/call.ts'
import {
  getDownloadStatus,
  requestDownloadCode,
  verifyDownloadCode,
  type LinkUses,
  type SenderText,
  type SharedFile,
  sharedFile,
  verifyDownloadPassword,
} from '../../contract/schemas/downloads.ts'
import {
  stretchLinkPassword,
  isCryptoError,
  type LinkFragment,
  type StretchedLinkPassword,
  openLinkMasterOf,
  parseLinkFragment,
} from '../../core/crypto/index.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import { linkFaultOf } from '../../core/faults/faultOf.ts'
import { readDownloadLink } from '../../core/keys/downloadLink.ts'
import {
  countMissingFiles,
  type OpenedSharedFile,
  openSharedFiles,
  type UnopenedSharedFile,
} from '../../core/keys/sharedFiles.ts'
import { faultText } from '../../i18n/errorText.ts'
import type { Context } from '../context.ts'
import { passEmailGate } from '../emailGate.ts'
import { CommandError, exitCodeOf, refusedError, usageError } from '../exitCodes.ts'
import { rateLimiterOption } from '../rateLimiterOption.ts'
import { callJson } from '../platform/callJson.ts'
import { inProcessKeysWorkers } from '../platform/inProcessKeysWorkers.ts'
import { ServerClient } from '../platform/serverClient.ts'
import { isPlainHttp, plainHttpText } from '../plainHttp.ts'
import { type DelayFunction, type RetryFunction, retryUntilAnswered } from '../retryUntilAnswered.ts'
import { textOption } from '../optionValues.ts'
import { readPassword } from '../secrets.ts'
import { maxTerminalAttempts } from '../terminal.ts'
import { VisitorCookieFile } from './visitorCookieFile.ts'

/** A link whose files are known. */
export interface OpenedLink {
  readonly server: ServerClient
  readonly linkToken: string
  readonly files: readonly (OpenedSharedFile | UnopenedSharedFile)[]
  /** Number of files that the link names but the server does not offer. */
  readonly missingFiles: number
  /** The sender's name, title and message, as the server says. */
  readonly senderText: SenderText
  /** Null for a link with unlimited uses. */
  readonly uses: LinkUses | null
  /** True if a use was counted, now or in an earlier run. */
  readonly isUseCounted: boolean
  /** Sends the password again, after the server has forgotten it. @throws CommandError */
  resendPassword: () => Promise<void>
}

/** A link that is being opened. */
interface LinkOpening {
  readonly context: Context
  readonly server: ServerClient
  readonly params: { readonly link_token: string }
  readonly cookies: VisitorCookieFile
  readonly retry: RetryFunction
}

/** Files, keys and texts that the server returns once the gates of a link are passed. */
interface LinkContents {
  readonly status: LinkStatus
  /** Null for a link without a password. */
  readonly linkPassword: StretchedLinkPassword | null
  readonly files: readonly SharedFile[]
  readonly keys: LinkFragment
  readonly keyStrings: Readonly<Record<string, string>>
  readonly senderText: SenderText
}

type LinkStatus = CallResponse<typeof getDownloadStatus>
type PasswordResponse = CallResponse<typeof verifyDownloadPassword>

/**
 * Opens a download link and its file keys.
 * @param beforeUse called before a password counts as a use
 * @throws CommandError
 */
export async function openLink(
  context: Context,
  link: string,
  beforeUse: (uses: LinkUses) => Promise<void>,
  delay?: DelayFunction,
): Promise<OpenedLink> {
  const { report, signal } = context
  const rate = rateLimiterOption(context)
  const address = readDownloadLink(link)
  if (!address)
    throw usageError(
      'That is no download link. One looks like https://files.example.org/download/TOKEN#KEYS.',
    )
  if (address.exposed) report.emit({ event: 'warning', message: exposedText })
  const { origin, linkToken, fragment } = address
  if (isPlainHttp(origin)) report.emit({ event: 'warning', message: plainHttpText })
  const server = new ServerClient(origin, context.env, undefined, rate)
  const visit: LinkOpening = {
    context,
    server,
    params: { link_token: linkToken },
    cookies: new VisitorCookieFile(context, origin, linkToken),
    retry: (call) => retryUntilAnswered({ origin, report, signal, delay }, call),
  }
  try {
    return await openThroughGates(visit, fragment, beforeUse)
  } catch (error) {
    server.close()
    throw error
  }
}

async function openThroughGates(
  visit: LinkOpening,
  fragment: string,
  beforeUse: (uses: LinkUses) => Promise<void>,
): Promise<OpenedLink> {
  const { server } = visit
  const { signal } = visit.context
  const linkToken = visit.params.link_token
  await visit.cookies.restore(server)
  const locked = await fetchStatusWithRetry(visit)
  // Another client has made the link, in an unknown format.
  if (locked.requires_password && !locked.password_kdf)
    throw linkErrorOf(new FaultError(fault('kdf-refused')))
  // Before any call that counts as a use.
  if (locked.uses) await visit.cookies.save(server)
  if (locked.requires_password && locked.uses?.until === null) await beforeUse(locked.uses)
  const { status, linkPassword, files, keys, keyStrings, senderText } = locked.requires_password
    ? await openWithPassword(visit, locked)
    : await openWithFragment(visit, locked, fragment)
  const ports = { signal, onProgress: () => undefined, workers: inProcessKeysWorkers() }
  return {
    server,
    linkToken,
    files: await openSharedFiles(files, { keys, keyStrings }, { linkToken, ...ports }),
    missingFiles: countMissingFiles(keys, files),
    senderText,
    uses: status.uses,
    isUseCounted: status.uses !== null && (status.requires_password || status.uses.until !== null),
    resendPassword: async () => {
      if (!linkPassword) throw refusedError(faultText(fault('downloadLinkLocked')))
      await orLinkError(() => verifyPassword(visit, linkPassword))
    },
  }
}

const exposedText =
  'This link has its keys written as part of the address (%23 instead of #): whatever has opened it in a browser has sent them to the server. Mail programs that check links do that. The files open all the same; whoever sent the link should know.'

async function openWithPassword(visit: LinkOpening, status: LinkStatus): Promise<LinkContents> {
  const { linkPassword, response: firstResponse } = await passPassword(visit, status.password_kdf)
  let response = firstResponse
  if (response.requires_email) {
    await passEmail(visit)
    response = await orLinkError(() => verifyPassword(visit, linkPassword))
    requireEmailVerified(response)
  }
  if (status.uses) await visit.cookies.save(visit.server)
  const { files, reencrypted_keys: keyStrings } = response
  const linkMaster = await orLinkError(() => openLinkMasterOf(linkPassword, keyStrings))
  const keys = { kind: 'master', linkMaster } as const
  return { status, linkPassword, files, keys, keyStrings, senderText: response }
}

async function openWithFragment(
  visit: LinkOpening,
  locked: LinkStatus,
  fragment: string,
): Promise<LinkContents> {
  // A link without its keys is not worth a mail and a code.
  const keys = await orLinkError(() => parseLinkFragment(fragment))
  let status = locked
  if (status.requires_email) {
    await passEmail(visit)
    status = await fetchStatusWithRetry(visit)
    requireEmailVerified(status)
  }
  const files = status.files.flatMap((file) => sharedFile.safeParse(file).data ?? [])
  const keyStrings = status.reencrypted_keys ?? {}
  return { status, linkPassword: null, files, keys, keyStrings, senderText: status }
}

const fetchStatus = ({ context: { signal }, server, params }: LinkOpening): Promise<LinkStatus> =>
  callJson(server, getDownloadStatus, { params, signal })

const fetchStatusWithRetry = (visit: LinkOpening) => orLinkError(() => visit.retry(() => fetchStatus(visit)))

function verifyPassword(
  { context: { signal }, server, params, retry }: LinkOpening,
  { verifier }: StretchedLinkPassword,
): Promise<PasswordResponse> {
  return retry(() =>
    callJson(server, verifyDownloadPassword, { params, body: { password: verifier }, signal }),
  )
}

/** Asks for the password and sends a verifier derived from it, which cannot open the keys. */
async function passPassword(
  visit: LinkOpening,
  kdf: LinkStatus['password_kdf'],
): Promise<{ linkPassword: StretchedLinkPassword; response: PasswordResponse }> {
  const { context } = visit
  const isFromFile = textOption(context, 'password-file') !== undefined
  if (!isFromFile && !context.terminal.canAsk)
    throw usageError('The link asks for its password. Give it by --password-file.')
  for (let left = isFromFile ? 1 : maxTerminalAttempts; ; left--) {
    const password = await readPassword(context, 'Password of the link:')
    try {
      const linkPassword = await stretchLinkPassword(password, kdf)
      return { linkPassword, response: await verifyPassword(visit, linkPassword) }
    } catch (error) {
      context.signal.throwIfAborted()
      const linkFault = linkFaultOf(error)
      if (linkFault.code !== 'badPassword' || left <= 1) throw linkErrorOf(error)
      context.report.emit({ event: 'warning', message: faultText(linkFault) })
    }
  }
}

/** Passes the gate of a link for named people; the next run needs no other code. @throws CommandError */
async function passEmail(visit: LinkOpening): Promise<void> {
  const { context, server, params, retry, cookies } = visit
  const { signal } = context
  await passEmailGate({
    context,
    retry,
    requestCode: (email) => callJson(server, requestDownloadCode, { params, body: { email }, signal }),
    verifyCode: (email, verification_code) =>
      callJson(server, verifyDownloadCode, { params, body: { email, verification_code }, signal }),
    isPassed: async () => !(await fetchStatus(visit)).requires_email,
    sentText: (email) => `If this download is for ${email}, a code of six digits is on its way there.`,
  })
  await cookies.save(server)
}

/** @throws CommandError if the server still asks for an address after a code was right */
function requireEmailVerified({ requires_email }: { requires_email: boolean }): void {
  if (requires_email) throw linkErrorOf(new FaultError(fault('downloadLinkNamed')))
}

/** @throws CommandError if the call or a key fails; or the signal's reason */
async function orLinkError<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw linkErrorOf(error)
  }
}

/** Converts faults and errors of keys; returns any other error as it is. */
function linkErrorOf(error: unknown): unknown {
  if (!(error instanceof FaultError) && !isCryptoError(error)) return error
  const linkFault = linkFaultOf(error)
  return new CommandError(exitCodeOf(linkFault), faultText(linkFault))
}
