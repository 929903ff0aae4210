import { resolve } from 'node:path'
import { messageFileName } from '../../contract/messageFile.ts'
import type { Context } from '../context.ts'
import { usageError } from '../exitCodes.ts'
import { stateDirectory } from '../platform/stateDirectory.ts'
import { isPlainHttp, plainHttpText } from '../plainHttp.ts'
import { flagOption, textOption } from '../optionValues.ts'
import { readLink } from '../secrets.ts'
import { emailOption } from '../emailOptions.ts'
import { type LocalFiles, readLocalFiles } from './localFiles.ts'
import { readReceiptTarget, type ReceiptTarget } from './receiptFile.ts'
import { readWordsOption } from './fetchRecipient.ts'
import { readUploadLink, type UploadLink } from './uploadLink.ts'

export interface SendOptions extends LocalFiles {
  readonly link: UploadLink
  /** The message of --text: an absolute path, or '-' for standard input; null without it. */
  readonly message: string | null
  /** Words of --fingerprint; null without it. */
  readonly fingerprintWords: readonly string[] | null
  /** Words of --accept-key; null without it. */
  readonly acceptedWords: readonly string[] | null
  /** Null for no receipt. */
  readonly receiptTarget: ReceiptTarget | null
  /** Stores resumable uploads on this disk. */
  readonly shouldKeepBatches: boolean
  /** Remembers what has arrived, and the link's key. */
  readonly shouldRemember: boolean
  readonly shouldStartAnew: boolean
  /** Lists what would be sent, and sends nothing. */
  readonly isDry: boolean
  /** Sends unchanged arrived files again. */
  readonly shouldResend: boolean
}

/** Reads all options, before any call or input. @param cwd base of relative paths @throws CommandError */
export async function readSendOptions(context: Context, cwd: string): Promise<SendOptions> {
  const fingerprintWords = readWordsOption(context, 'fingerprint')
  const acceptedWords = readWordsOption(context, 'accept-key')
  emailOption(context)
  const { link, otherArgs } = await readLink(context)
  const message = textOption(context, 'text') ?? null
  if (otherArgs.length === 0 && message === null)
    throw usageError('Name what to send: files, folders, or - for standard input.')
  const files = readLocalFiles(context, otherArgs, cwd)
  if (message === '-' && files.pipedName !== null) throw usageError('Standard input can be sent once only.')
  const pipedName = message === '-' ? messageFileName : files.pipedName
  const messagePath = message === null || message === '-' ? message : resolve(cwd, message)
  const uploadLink = readUploadLink(link)
  if (isPlainHttp(uploadLink.origin)) {
    if (uploadLink.keyFingerprint === null && fingerprintWords === null)
      throw usageError(
        'This link has no https and names no key, so everybody on the way could replace the key by their own. Give a link with https, or the words of the recipient by --fingerprint.',
      )
    context.report.emit({ event: 'warning', message: plainHttpText })
  }
  return {
    ...{
      link: uploadLink,
      roots: files.roots,
      pipedName,
      message: messagePath,
      fingerprintWords,
      acceptedWords,
    },
    receiptTarget: await readReceiptOption(context, cwd),
    shouldKeepBatches: !flagOption(context, 'no-journal') && pipedName === null,
    shouldRemember: !flagOption(context, 'no-journal'),
    shouldStartAnew: flagOption(context, 'anew'),
    isDry: flagOption(context, 'dry-run'),
    shouldResend: flagOption(context, 'again') || flagOption(context, 'anew'),
  }
}

async function readReceiptOption(context: Context, cwd: string): Promise<SendOptions['receiptTarget']> {
  const path = textOption(context, 'receipt')
  if (flagOption(context, 'no-receipt')) {
    if (path !== undefined) throw usageError('Give only one of --receipt and --no-receipt.')
    return null
  }
  return path === undefined
    ? { folder: stateDirectory('receipts', context.env) }
    : readReceiptTarget(resolve(cwd, path))
}
