import { createReadStream } from 'node:fs'
import { MiB } from '../contract/limits.ts'
import { shownText } from '../contract/shownText.ts'
import { cleanPastedLink } from '../contract/typedText.ts'
import type { Context } from './context.ts'
import { usageError } from './exitCodes.ts'
import { textOption } from './optionValues.ts'
import { errorMessage } from './texts.ts'

/** The command's link and its other arguments. Every user of the machine can read arguments, so there are other ways. */
export async function readLink(context: Context): Promise<{ link: string; otherArgs: readonly string[] }> {
  const { args, env, terminal } = context
  const [given = '', ...others] = args
  const pasted = cleanPastedLink(given)
  const first = isLink(pasted) ? pasted : given
  const file = textOption(context, 'link-file')
  // Taken for a path, it would be written somewhere, keys included.
  if (others.some(isLink)) throw usageError('The link comes first, and what is meant by it then.')
  if (isLink(first)) {
    if (file !== undefined) throw usageError('The link is given twice: as an argument and by --link-file.')
    return { link: first, otherArgs: others }
  }
  if (file === undefined && env.SEALPOST_LINK === undefined && first !== '' && !terminal.canAsk)
    throw usageError(noLinkText(first))
  const question = first === '' ? 'Link:' : `'${shownWithoutKeys(first)}' is no link. Link:`
  const link =
    file !== undefined ? await readFirstLine(file) : (env.SEALPOST_LINK ?? (await terminal.ask(question)))
  return { link: cleanPastedLink(link), otherArgs: args }
}

const noLinkText = (text: string): string =>
  `'${shownWithoutKeys(text)}' is no link, and no other way gives one: a link begins with https://, and is given first, by --link-file or by SEALPOST_LINK.`

/** Text that may be a link without https://: its keys, which follow '#' or '%23', are left out. */
export const shownWithoutKeys = (text: string): string => shownText(text.replace(/(#|%23).*/s, '$1…'))

export const isLink = (text: string): boolean => /^https?:\/\//i.test(text)

/** Reads a password from the file that --password-file names, or asks for it without echo. */
export async function readPassword(context: Context, question: string): Promise<string> {
  const file = textOption(context, 'password-file')
  return file === undefined ? context.terminal.ask(question, true) : readFirstLine(file)
}

/** The first line of a file, without line end. @throws CommandError 'usage' */
export async function readFirstLine(path: string): Promise<string> {
  return (await readTextFile(path)).split(/\r?\n/, 1)[0] ?? ''
}

/** The largest file with a line or a key, in bytes. */
export const maxSecretBytes = MiB

/** @param maxBytes largest size in bytes @throws CommandError 'usage' */
export async function readTextFile(path: string, maxBytes = maxSecretBytes): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    // Devices and pipes do not report a size.
    for await (const piece of createReadStream(path, { end: maxBytes }) as AsyncIterable<Buffer>) {
      pieces.push(piece)
      size += piece.length
    }
  } catch (error) {
    throw usageError(`${path} cannot be read: ${errorMessage(error)}`)
  }
  if (size > maxBytes) throw usageError(`${path} is too long to be what was asked for.`)
  return decodeText(Buffer.concat(pieces))
}

/** Text in UTF-8, or by its byte order mark, which is removed, in UTF-16: that is what PowerShell 5.1 writes by `>`. */
function decodeText(bytes: Buffer): string {
  const mark = bytes.toString('latin1', 0, 2)
  const encoding = mark === '\u00ff\u00fe' ? 'utf-16le' : mark === '\u00fe\u00ff' ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}
