import {
  getDownloadStatus,
  requestDownloadCode,
  verifyDownloadCode,
  type LinkUses,
  type LinkWords,
  type SharedFile,
  sharedFile,
  verifyDownloadPassword,
} from '../../contract/schemas/downloads.ts'
import type { CallResponse } from '../../contract/call.ts'
import { linkToken as linkTokenField } from '../../contract/schemas/fields.ts'
import {
  deriveLinkPassword,
  type LinkFragment,
  openLinkMaster,
  parseLinkFragment,
  splitLinkKeyString,
} from '../../core/crypto/index.ts'
import { type Fault, fault, FaultError } from '../../core/faults/fault.ts'
import { faultOf } from '../../core/faults/faultOf.ts'
import { faultText } from '../../i18n/errorText.ts'
import { readDownloadLink } from '../../core/keys/downloadLink.ts'
import {
  notOffered,
  type OpenedSharedFile,
  openSharedFiles,
  type UnopenedSharedFile,
} from '../../core/keys/shared.ts'
import type { Context } from '../context.ts'
import { passEmailGate } from '../emailGate.ts'
import { CommandError, exitCodeOf, refusedError, usageError } from '../exitCodes.ts'
import { rateLimitOf } from '../limitRate.ts'
import { callJson } from '../platform/jsonCall.ts'
import { keysWorkers } from '../platform/keysWorkers.ts'
import { ServerClient } from '../platform/serverClient.ts'
import { isPlainHttp, plainHttpText } from '../plainHttp.ts'
import { type Delay, untilAnswered } from '../retry.ts'
import { takePassword, textOption } from '../secrets.ts'
import { maxTerminalAttempts } from '../terminal.ts'
import { VisitorCookieFile } from './visitorCookieFile.ts'

type LinkPassword = Awaited<ReturnType<typeof deriveLinkPassword>>

/** A link whose files are known. */
export interface OpenedLink {
  readonly server: ServerClient
  readonly linkToken: string
  readonly files: readonly (OpenedSharedFile | UnopenedSharedFile)[]
  /** Number of files that the link names but the server does not offer. */
  readonly notOffered: number
  /** The sender's name, title and message, as the server says. */
  readonly senderText: LinkWords
  /** Null for a link with unlimited uses. */
  readonly uses: LinkUses | null
  /** True if a use was counted, now or in an earlier run. */
  readonly isUseCounted: boolean
  /** Sends the password again, if the server has forgotten it. @throws CommandError */
  resendPassword: () => Promise<void>
}

/** Opens a list of files. @param beforeUse called before a password counts as a use @throws CommandError */
export async function openLink(
  context: Context,
  link: string,
  beforeUse: (uses: LinkUses) => Promise<void>,
  delay?: Delay,
): Promise<OpenedLink> {
  const { report, signal } = context
  const rate = rateLimitOf(context)
  const address = readDownloadLink(link)
  if (!address || !linkTokenField.safeParse(address.linkToken).success)
    throw usageError(
      'That is no download link. One looks like https://files.example.org/download/TOKEN#KEYS.',
    )
  if (address.exposed) report.emit({ event: 'warning', message: exposedText })
  const { origin, linkToken, fragment } = address
  if (isPlainHttp(origin)) report.emit({ event: 'warning', message: plainHttpText })
  const server = new ServerClient(origin, context.env, undefined, rate)
  const cookies = new VisitorCookieFile(context, origin, linkToken)
  await cookies.restore(server)
  const params = { link_token: linkToken }
  const retrying = <T>(call: () => Promise<T>) => untilAnswered({ origin, report, signal, delay }, call)
  const getStatus = () => callJson(server, getDownloadStatus, { params, signal })
  let status = await asCommandError(retrying(getStatus))
  // Before any call that counts as a use.
  if (status.uses) await cookies.save(server)
  /** @throws CommandError */
  const confirmEmail = async () => {
    await passEmailGate({
      ...{ context, retry: retrying },
      requestCode: (email) => callJson(server, requestDownloadCode, { params, body: { email }, signal }),
      verifyCode: (email, verification_code) =>
        callJson(server, verifyDownloadCode, { params, body: { email, verification_code }, signal }),
      isPassed: async () => !(await getStatus()).requires_email,
      sentText: (email) => `If this download is for ${email}, a code of six digits is on its way there.`,
    })
    // The next run needs no other code.
    await cookies.save(server)
  }

  let files: SharedFile[]
  let senderText: LinkWords
  let keys: LinkFragment
  let keyStrings: Readonly<Record<string, string>>
  let linkPassword: LinkPassword | undefined
  const verify = ({ verifier }: LinkPassword) =>
    retrying(() => callJson(server, verifyDownloadPassword, { params, body: { password: verifier }, signal }))
  if (status.requires_password) {
    if (status.uses?.until === null) await beforeUse(status.uses)
    const passed = await passPassword(context, status.password_kdf, verify)
    ;({ linkPassword, files, keyStrings, senderText } = passed)
    if (passed.isGated) {
      await confirmEmail()
      const again = await asCommandError(verify(linkPassword))
      requireEmailVerified(again)
      senderText = again
      ;({ files, reencrypted_keys: keyStrings } = again)
    }
    if (status.uses) await cookies.save(server)
    keys = { kind: 'master', linkMaster: await asCommandError(linkMasterOf(linkPassword, keyStrings)) }
  } else {
    // A link without its keys is not worth a mail and a code.
    keys = await asCommandError(Promise.resolve().then(() => parseLinkFragment(fragment)))
    if (status.requires_email) {
      await confirmEmail()
      status = await asCommandError(retrying(getStatus))
      requireEmailVerified(status)
    }
    senderText = status
    keyStrings = status.reencrypted_keys ?? {}
    files = status.files.flatMap((file) => sharedFile.safeParse(file).data ?? [])
  }

  const opened = await openSharedFiles(
    files,
    { keys, keyStrings },
    {
      ...{ linkToken, signal, onProgress: () => undefined },
      workers: keysWorkers(),
    },
  )
  return {
    ...{ server, linkToken, files: opened, notOffered: notOffered(keys, files), senderText, uses: status.uses },
    isUseCounted: status.uses !== null && (status.requires_password || status.uses.until !== null),
    resendPassword: async () => {
      if (!linkPassword) throw refusedError(faultText(fault('downloadLinkLocked')))
      await asCommandError(verify(linkPassword))
    },
  }
}

const exposedText =
  'This link has its keys written as part of the address (%23 instead of #): whatever has opened it in a browser has sent them to the server. Mail programs that check links do that. The files open all the same; whoever sent the link should know.'

/** @throws CommandError if the server still asks for an address after a code was right */
function requireEmailVerified({ requires_email }: { requires_email: boolean }): void {
  if (requires_email) throw commandErrorOf(fault('downloadLinkNamed'))
}

type PassedLink = Awaited<ReturnType<typeof passPassword>>

/** The password is not sent, but a value linkPassword from it, which does not open the returned keys. */
async function passPassword(
  context: Context,
  kdf: { kdf: unknown; iterations: unknown; salt: unknown } | null,
  verify: (linkPassword: LinkPassword) => Promise<CallResponse<typeof verifyDownloadPassword>>,
): Promise<{
  linkPassword: LinkPassword
  files: SharedFile[]
  keyStrings: Record<string, string>
  senderText: LinkWords
  /** True if the link asks for an e-mail address, and gave nothing yet. */
  isGated: boolean
}> {
  const isFromFile = textOption(context, 'password-file') !== undefined
  if (!isFromFile && !context.terminal.canAsk)
    throw usageError('The link asks for its password. Give it by --password-file.')
  for (let left = isFromFile ? 1 : maxTerminalAttempts; ; left--) {
    const password = await takePassword(context, 'Password of the link:')
    try {
      // A link without parameters has keys of another format, from another client; the password is not sent.
      const linkPassword = await deriveLinkPassword(password, kdf ?? { kdf: null, iterations: null, salt: null })
      const senderText = await verify(linkPassword)
      const { requires_email: isGated, files, reencrypted_keys: keyStrings } = senderText
      return { linkPassword, files, keyStrings, senderText, isGated }
    } catch (error) {
      context.signal.throwIfAborted()
      const what = faultOf(error)
      if (what.code !== 'badPassword' || left <= 1) throw commandErrorOf(what)
      context.report.emit({ event: 'warning', message: faultText(what) })
    }
  }
}

function linkMasterOf(linkPassword: LinkPassword, keyStrings: PassedLink['keyStrings']) {
  const [first = ''] = Object.values(keyStrings)
  return openLinkMaster(linkPassword, splitLinkKeyString(first).part1B64 ?? '')
}

/** @throws CommandError if the call or a key fails; or the signal's reason */
async function asCommandError<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof FaultError || (error instanceof Error && error.name === 'CryptoError')
      ? commandErrorOf(faultOf(error))
      : error
  })
}

/** The server answers 404 alone if it does not know the link. */
function commandErrorOf(what: Fault): CommandError {
  const isUnknown = what.status === 404 && what.said === undefined
  return new CommandError(
    exitCodeOf(what),
    faultText(isUnknown ? fault('linkInvalid', { status: what.status }) : what),
  )
}
