import { resolve } from 'node:path'
import type { Context } from '../context.ts'
import { usageError } from '../exitCodes.ts'
import { stateDirectory } from '../platform/stateDirectory.ts'
import { isPlainHttp, plainHttpText } from '../plainHttp.ts'
import { readLink, textOption } from '../secrets.ts'
import { emailOption } from '../emailGate.ts'
import { type LocalFiles, readLocalFiles } from './localFiles.ts'
import { receiptTarget, type ReceiptTarget } from './receiptFile.ts'
import { readWords } from './recipient.ts'
import { readUploadLink, type UploadLink } from './uploadLink.ts'

export interface SendOptions extends LocalFiles {
  readonly link: UploadLink
  /** Words of --fingerprint; null without it. */
  readonly words: readonly string[] | null
  /** Null if none is wanted. */
  readonly receipt: ReceiptTarget | null
  /** Stores resumable uploads on this disk. */
  readonly isKept: boolean
  readonly isRemembered: boolean
  readonly isAnew: boolean
  /** Lists what would be sent, and sends nothing. */
  readonly isDry: boolean
  /** Sends unchanged arrived files again. */
  readonly isAgain: boolean
}

/** Runs before any call or input. @param folder base of relative paths @throws CommandError */
export async function readSendOptions(context: Context, folder: string): Promise<SendOptions> {
  const { options } = context
  const given = textOption(context, 'fingerprint')
  const words = given === undefined ? null : readWords(given)
  emailOption(context)
  const { link, otherArgs } = await readLink(context)
  if (otherArgs.length === 0)
    throw usageError('Name what is to be sent: files, folders, or - for standard input.')
  const { roots, pipedName } = readLocalFiles(context, otherArgs, folder)
  const read = readUploadLink(link)
  if (isPlainHttp(read.origin)) {
    if (read.keyFingerprint === null && words === null)
      throw usageError(
        'This link goes without https, and names no key: everybody on the way could have the files encrypted for themselves. Give a link with https, or the words of the recipient by --fingerprint.',
      )
    context.report.emit({ event: 'warning', message: plainHttpText })
  }
  return {
    ...{ link: read, roots, pipedName, words },
    receipt: await receiptOf(context, folder),
    isKept: options['no-journal'] !== true && pipedName === null,
    isRemembered: options['no-journal'] !== true,
    isAnew: options.anew === true,
    isDry: options['dry-run'] === true,
    isAgain: options.again === true || options.anew === true,
  }
}

async function receiptOf(context: Context, folder: string): Promise<SendOptions['receipt']> {
  const named = textOption(context, 'receipt')
  if (context.options['no-receipt'] === true) {
    if (named !== undefined) throw usageError('--receipt and --no-receipt exclude each other.')
    return null
  }
  return named === undefined
    ? { folder: stateDirectory('receipts', context.env) }
    : receiptTarget(resolve(folder, named))
}
