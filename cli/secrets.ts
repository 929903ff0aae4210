import { createReadStream } from 'node:fs'
import { MiB } from '../contract/limits.ts'
import { shownText } from '../contract/shownText.ts'
import { cleanPastedLink } from '../contract/typedText.ts'
import type { Context } from './context.ts'
import { usageError } from './exitCodes.ts'
import { textOption } from './optionValues.ts'
import { errorMessage } from './texts.ts'

/**
 * Reads the link of a command, from its first argument, --link-file, SEALPOST_LINK or the terminal.
 * @returns the link, and the other arguments
 * @throws CommandError 'usage'
 */
export async function readLink(context: Context): Promise<{ link: string; otherArgs: readonly string[] }> {
  const { args, env, terminal } = context
  const [firstArg = '', ...others] = args
  const pasted = cleanPastedLink(firstArg)
  const first = isLink(pasted) ? pasted : firstArg
  const file = textOption(context, 'link-file')
  // As a path, a link would be written to the disk with its keys.
  if (others.some(isLink)) throw usageError('Give the link as the first argument.')
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
  `'${shownWithoutKeys(text)}' is no link. Give the link, which begins with https://, as the first argument, by --link-file or by SEALPOST_LINK.`

/** Makes a text safe to show that may be a link without https://: its keys, which follow '#' or '%23', are left out. */
export const shownWithoutKeys = (text: string): string => shownText(text.replace(/(#|%23).*/s, '$1…'))

export const isLink = (text: string): boolean => /^https?:\/\//i.test(text)

/** Reads a password from the file of --password-file, or asks for it without echo. @throws CommandError 'usage' */
export async function readPassword(context: Context, question: string): Promise<string> {
  const file = textOption(context, 'password-file')
  return file === undefined ? context.terminal.ask(question, true) : readFirstLine(file)
}

/** The first line of a file, without line end. @throws CommandError 'usage' */
export async function readFirstLine(path: string): Promise<string> {
  return (await readTextFile(path)).split(/\r?\n/, 1)[0] ?? ''
}

/** The largest file with a link, a secret or a key, in bytes. */
export const maxSecretBytes = MiB

/** Reads a file as text. @throws CommandError 'usage' */
export async function readTextFile(path: string, maxBytes = maxSecretBytes): Promise<string> {
  const pieces: Buffer[] = []
  let length = 0
  try {
    // Devices and pipes do not report a size.
    for await (const piece of createReadStream(path, { end: maxBytes }) as AsyncIterable<Buffer>) {
      pieces.push(piece)
      length += piece.length
    }
  } catch (error) {
    throw usageError(`${path} cannot be read: ${errorMessage(error)}`)
  }
  if (length > maxBytes) throw usageError(`${path} is longer than ${maxBytes} bytes. Is it the right file?`)
  return decodeText(Buffer.concat(pieces))
}

/** Decodes UTF-8, or UTF-16 with a byte order mark, which PowerShell 5.1 writes by `>`. The mark is removed. */
function decodeText(bytes: Buffer): string {
  const mark = bytes.toString('latin1', 0, 2)
  const encoding = mark === '\u00ff\u00fe' ? 'utf-16le' : mark === '\u00fe\u00ff' ? 'utf-16be' : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}
