import { randomBytes } from 'node:crypto'
import type { ServedFile } from '../../contract/schemas/integrity.ts'
import type { Context } from '../context.ts'
import { CommandError, exitCodes, type ExitCode } from '../exitCodes.ts'
import { isPlainHttp } from '../plainHttp.ts'
import { ServerClient } from '../platform/serverClient.ts'
import { textOption } from '../secrets.ts'
import { count } from '../words.ts'
import { explainByVersion } from './claimedVersion.ts'
import { type Comparison, differences } from './compare.ts'
import { type Encoding, fetchServed } from './fetchServed.ts'
import { readList, type TrustedList } from './readList.ts'

/** Time for the whole comparison: 600 requests, four at a time. */
export const maxVerifyMs = 15 * 60_000
/** Files that are fetched at the same time. */
const atOnce = 4

/** A server keeps a form of each file for each of them, and could alter one alone. */
const encodings: readonly Encoding[] = ['identity', 'gzip', 'br']

/** Compares what a server sends to browsers with the list of a build. */
export async function verifyServer(context: Context): Promise<ExitCode> {
  const origin = readOrigin(context.args)
  const { report } = context
  const trusted = await readList(context)
  const { list } = trusted
  report.emit({ event: 'note', message: describe(trusted) })
  if (trusted.signedAs === null) report.emit({ event: 'warning', message: notSigned(context) })
  if (isPlainHttp(origin))
    report.emit({ event: 'warning', message: 'Without https, everybody on the way can alter what arrives.' })
  const deadline = AbortSignal.timeout(maxVerifyMs)
  const signal = AbortSignal.any([context.signal, deadline])
  const client = new ServerClient(origin, context.env)
  try {
    await explainByVersion(client, list, context.report, signal)
    const differing = await compareAll(client, { list, ...circumstances(context, origin) }, context, signal)
    const all = list.files.length
    if (differing > 0) {
      const what = `${count(differing, 'thing')} of ${all} that the server sends differ${differing === 1 ? 's' : ''} from version ${list.version}.`
      report.emit({ event: 'warning', message: `${what} Enter no password there until you know why.` })
      return exitCodes.someFailed
    }
    report.emit({
      event: 'note',
      message: `All ${all} files and pages, and their headers, are those of version ${list.version}. A server may send other pages to others, or later.`,
    })
    return exitCodes.all
  } catch (error) {
    if (deadline.aborted && !context.signal.aborted)
      throw new CommandError(exitCodes.network, 'The server is too slow: the comparison has no end.')
    throw error
  } finally {
    client.close()
  }
}

const describe = ({ list: { version, build }, signedAs }: TrustedList): string =>
  `Comparing with version ${version}, build ${build}${signedAs === null ? '' : `, signed: ${signedAs}`}.`

const notSigned = ({ options }: Context): string =>
  options.list === undefined
    ? 'The list is not signed. It came with this program, and is as trustworthy as that.'
    : 'The list is not signed.'

/** @throws Stop 'usage' */
function readOrigin(args: readonly string[]): string {
  const [text = '', ...more] = args
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || more.length > 0 || !/^https?:$/.test(url.protocol) || url.username !== '')
    throw new CommandError(exitCodes.usage, 'Name one server: https://files.example.org')
  return url.origin
}

/** @throws Stop 'usage' */
function circumstances(context: Context, origin: string): Omit<Comparison, 'list'> {
  const store = textOption(context, 'store')
  if (store !== undefined && !(URL.canParse(store) && new URL(store).origin === store))
    throw new CommandError(exitCodes.usage, 'STORE is an origin: https://store.example.org')
  return { isSecure: origin.startsWith('https:'), store }
}

/** @returns how many differ */
async function compareAll(
  client: ServerClient,
  comparison: Comparison,
  { report }: Context,
  signal: AbortSignal,
): Promise<number> {
  const { files } = comparison.list
  let differing = 0
  for (let at = 0; at < files.length; at += atOnce) {
    const group = files.slice(at, at + atOnce)
    const found = await Promise.all(group.map((file) => differencesOf(client, file, comparison, signal)))
    for (const [index, { path, language, sha256 }] of group.entries()) {
      const why = found[index]?.join(' ') ?? ''
      const name = language === undefined ? path : `${path} (${language})`
      const file = { file: name, id: null, sha256, bytes: null }
      report.emit(why === '' ? { event: 'done', ...file } : { event: 'failed', ...file, why })
      if (why !== '') differing++
    }
  }
  return differing
}

/** As in a real link, so that the path of a page tells nobody that this is a comparison. */
const withToken = (path: string): string =>
  path.endsWith('/') && path !== '/' ? path + randomBytes(16).toString('base64url') : path

/** Sentences of all encodings; one that not all of them have names its own. */
async function differencesOf(
  client: ServerClient,
  file: ServedFile,
  comparison: Comparison,
  signal: AbortSignal,
): Promise<string[]> {
  const { language } = file
  const path = withToken(file.path)
  const found = new Map<string, Encoding[]>()
  for (const encoding of encodings) {
    const request = { path, encoding, ...(language !== undefined && { language }) }
    for (const sentence of differences(file, await fetchServed(client, request, signal), comparison))
      found.set(sentence, [...(found.get(sentence) ?? []), encoding])
  }
  return [...found].map(([sentence, of]) =>
    of.length === encodings.length ? sentence : `${sentence} (${of.join(', ')})`,
  )
}
