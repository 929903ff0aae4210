import {
  getDownloadStatus,
  requestDownloadCode,
  verifyDownloadCode,
  type LinkUses,
  type SenderText,
  verifyDownloadPassword,
} from '../../contract/schemas/downloads.ts'
import { stretchLinkPassword, isCryptoError, type StretchedLinkPassword } from '../../core/crypto/index.ts'
import { fault, FaultError } from '../../core/faults/fault.ts'
import { linkFaultOf } from '../../core/faults/faultOf.ts'
import { readDownloadLink } from '../../core/keys/downloadLink.ts'
import {
  linkContents,
  type LinkStatus,
  readLinkKeys,
  type UnlockedLink,
} from '../../core/keys/linkContents.ts'
import {
  countMissingFiles,
  type OpenedSharedFile,
  openSharedFiles,
  type UnopenedSharedFile,
} from '../../core/keys/sharedFiles.ts'
import type { LinkCall } from '../../core/link/step.ts'
import { faultText } from '../../i18n/errorText.ts'
import type { Context } from '../context.ts'
import { CommandError, exitCodeOf, usageError } from '../exitCodes.ts'
import { commandErrorOf } from '../commandErrors.ts'
import { openGatedLink } from '../openGatedLink.ts'
import { rateLimiterOption } from '../rateLimiterOption.ts'
import { callJson } from '../platform/callJson.ts'
import { inProcessKeysWorkers } from '../platform/inProcessKeysWorkers.ts'
import { ServerClient } from '../platform/serverClient.ts'
import { isPlainHttp, plainHttpText } from '../plainHttp.ts'
import { type DelayFunction, type RetryFunction, retryUntilAnswered } from '../retryUntilAnswered.ts'
import { VisitorCookieFile } from './visitorCookieFile.ts'

/** A link whose files are known. */
export interface OpenedLink {
  readonly server: ServerClient
  readonly linkToken: string
  readonly files: readonly (OpenedSharedFile | UnopenedSharedFile)[]
  /** Number of files that the link names but the server does not offer. */
  readonly missingFileCount: number
  /** The sender's name, title and message, as the server says. */
  readonly senderText: SenderText
  /** Null if the link has unlimited uses. */
  readonly uses: LinkUses | null
  /** True if a use was counted, now or in an earlier run. */
  readonly isUseCounted: boolean
  /** Sends the password again, after the server has lost its pass. @throws CommandError */
  resendPassword: () => Promise<void>
}

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
      'That is not a download link. A download link looks like https://files.example.org/download/TOKEN#KEYS.',
    )
  if (address.exposed) report.emit({ event: 'warning', message: exposedText })
  const { origin, linkToken, fragment } = address
  if (isPlainHttp(origin)) report.emit({ event: 'warning', message: plainHttpText })
  const server = new ServerClient(origin, context.env, undefined, rate)
  const visit: LinkVisit = {
    ...{ context, server, linkToken, fragment, beforeUse },
    cookies: new VisitorCookieFile(context, origin, linkToken),
    retry: (call) => retryUntilAnswered({ origin, report, signal, delay }, call),
  }
  try {
    return await openThroughGates(visit)
  } catch (error) {
    server.close()
    throw error
  }
}

const exposedText =
  'The keys of this link are part of its address (%23 instead of #), so every browser that opened it has sent them to the server. Mail programs that check links cause this. The files can be opened, but tell the sender of the link.'

interface LinkVisit {
  readonly context: Context
  readonly server: ServerClient
  readonly linkToken: string
  readonly fragment: string
  readonly cookies: VisitorCookieFile
  readonly retry: RetryFunction
  readonly beforeUse: (uses: LinkUses) => Promise<void>
}

async function openThroughGates(visit: LinkVisit): Promise<OpenedLink> {
  const { context, server, linkToken, cookies, retry } = visit
  const { signal } = context
  const input = { params: { link_token: linkToken }, signal }
  const { keys, keysFault } = readLinkKeys(visit.fragment)
  let status!: LinkStatus
  let unlocked: UnlockedLink | undefined
  let opened!: Pick<OpenedLink, 'files' | 'missingFileCount' | 'senderText'>

  const fetchStatus = () => callJson(server, getDownloadStatus, input)
  /** Sends a value derived from the password, which cannot open the keys. */
  const verifyPassword = async (password: StretchedLinkPassword) => {
    const body = { password: password.verifier }
    const response = await retry(() => callJson(server, verifyDownloadPassword, { ...input, body }))
    unlocked = { password, response }
    return { gates: { requires_password: false, requires_email: response.requires_email } }
  }
  const verifyPasswordAgain = async () => {
    if (!unlocked) throw new FaultError(fault('downloadLinkLocked'))
    return verifyPassword(unlocked.password)
  }

  await cookies.restore(server)
  await openGatedLink({
    ...{ context, retry, kind: 'download', errorOf },
    calls: {
      status: async () => {
        status = await retry(fetchStatus)
        // Another client has made the link, in an unknown format.
        if (status.requires_password && !status.password_kdf) throw new FaultError(fault('kdf-refused'))
        // Before any call that counts as a use.
        if (status.uses) await cookies.save(server)
        if (status.requires_password && status.uses?.until === null) await visit.beforeUse(status.uses)
        return { gates: status, keysFault }
      },
      password: async (text) => verifyPassword(await stretchLinkPassword(text, status.password_kdf)),
      passwordAgain: verifyPasswordAgain,
      address: (email) => retry(() => callJson(server, requestDownloadCode, { ...input, body: { email } })),
      code: (email, verification_code) =>
        callJson(server, verifyDownloadCode, { ...input, body: { email, verification_code } }),
      isEmailGatePassed: async () => !(await fetchStatus()).requires_email,
      keys: async () => {
        if (unlocked && status.uses) await cookies.save(server)
        const { files, senderText, ...linkKeys } = await linkContents(status, keys, unlocked)
        const ports = { signal, onProgress: () => undefined, workers: inProcessKeysWorkers() }
        const missingFileCount = countMissingFiles(linkKeys.keys, files)
        opened = {
          files: await openSharedFiles(files, linkKeys, { linkToken, ...ports }),
          missingFileCount,
          senderText,
        }
      },
    },
    texts: {
      noTerminal: 'The link asks for its password. Give it by --password-file.',
      wrongPassword: faultText(fault('badPassword')),
      lastWrongPassword: faultText(fault('badPassword')),
      codeSent: (email) => `If this download is for ${email}, a code of six digits is on its way there.`,
    },
    // The next run needs no other code.
    onEmailPassed: () => cookies.save(server),
  })
  const { uses } = status
  return {
    ...{ server, linkToken, uses, ...opened },
    isUseCounted: uses !== null && (status.requires_password || uses.until !== null),
    resendPassword: () =>
      verifyPasswordAgain().then(
        () => undefined,
        (error: unknown) => {
          throw linkErrorOf(error)
        },
      ),
  }
}

const errorOf = (error: unknown, call: LinkCall): unknown =>
  call === 'status' || call === 'password' || call === 'keys' ? linkErrorOf(error) : commandErrorOf(error)

/** Converts faults and errors of keys; returns any other error as it is. */
function linkErrorOf(error: unknown): unknown {
  if (!(error instanceof FaultError) && !isCryptoError(error)) return error
  const linkFault = linkFaultOf(error)
  return new CommandError(exitCodeOf(linkFault), faultText(linkFault))
}
