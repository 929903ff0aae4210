import { createReadStream } from 'node:fs'
import { MiB } from '../contract/limits.ts'
import { shownText } from '../contract/shownText.ts'
import type { Context } from './context.ts'
import { exit, Stop } from './exit.ts'
import { wordsOf } from './words.ts'

/** The value of an option that stands once. */
export function textOption({ options }: Pick<Context, 'options'>, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/**
 * The link of a command, from wherever it was given, and the other arguments.
 * [Note: Links in the list of processes] An argument is read by everybody on the machine, so there are other ways.
 */
export async function takeLink(context: Context): Promise<{ link: string; rest: readonly string[] }> {
  const { args, env, terminal } = context
  const [first = '', ...others] = args
  const file = textOption(context, 'link-file')
  // Taken for a path, it would be written somewhere, with the keys in it.
  if (others.some(isLink)) throw new Stop(exit.usage, 'The link comes first, and what is meant by it then.')
  if (isLink(first)) {
    if (file !== undefined)
      throw new Stop(exit.usage, 'The link is given twice: as an argument and by --link-file.')
    return { link: first, rest: others }
  }
  if (file === undefined && env.SEALPOST_LINK === undefined && first !== '' && !terminal.canAsk)
    throw new Stop(exit.usage, noLink(first))
  const question = first === '' ? 'Link:' : `'${shownText(first)}' is no link. Link:`
  const link =
    file !== undefined ? await firstLine(file) : (env.SEALPOST_LINK ?? (await terminal.ask(question)))
  return { link: link.trim(), rest: args }
}

const noLink = (text: string): string =>
  `'${shownText(text)}' is no link, and no other way gives one: a link begins with https://, and is given first, by --link-file or by SEALPOST_LINK.`

export const isLink = (text: string): boolean => /^https?:\/\//i.test(text)

/** From the file that this option names; otherwise asked for, and not shown. */
export async function takeSecret(context: Context, option: string, question: string): Promise<string> {
  const file = textOption(context, option)
  return file === undefined ? context.terminal.ask(question, true) : firstLine(file)
}

/** Without its end of line, and without a byte order mark. @throws Stop 'usage' */
export async function firstLine(path: string): Promise<string> {
  const text = await readText(path)
  return text.replace(/^\uFEFF/, '').split(/\r?\n/, 1)[0] ?? ''
}

/** The longest file, in bytes, that holds a line or a key. */
export const mostSecretBytes = MiB

/** @param most bytes of it @throws Stop 'usage' */
export async function readText(path: string, most = mostSecretBytes): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    // A device or a pipe has no end that could be asked for before.
    for await (const piece of createReadStream(path, { end: most }) as AsyncIterable<Buffer>) {
      pieces.push(piece)
      size += piece.length
    }
  } catch (error) {
    throw new Stop(exit.usage, `${path} cannot be read: ${wordsOf(error)}`)
  }
  if (size > most) throw new Stop(exit.usage, `${path} is too long to be what was asked for.`)
  return Buffer.concat(pieces).toString('utf8')
}
