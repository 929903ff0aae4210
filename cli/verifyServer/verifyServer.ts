import { integrityFile } from '../../contract/integrityFiles.ts'
import { integrityList, type IntegrityList } from '../../contract/schemas/integrity.ts'
import type { Context } from '../context.ts'
import { CommandError, exitCodes, type ExitCode, usageError } from '../exitCodes.ts'
import { isPlainHttp } from '../plainHttp.ts'
import { ServerClient } from '../platform/serverClient.ts'
import { textOption } from '../optionValues.ts'
import { countText } from '../texts.ts'
import { compareFiles, type Comparison, type ComparisonOutcome } from './compareFiles.ts'
import { acceptedEncodings, fetchServed } from './fetchServed.ts'
import { maxIntegrityListBytes, readIntegrityList, type TrustedIntegrityList } from './readIntegrityList.ts'

/** The most time for the whole comparison: 600 requests, four at a time. */
export const maxVerifyMs = 15 * 60_000

/** `sealpost verify-server`: compares what a server sends to browsers with the list of a build. */
export async function verifyServer(context: Context): Promise<ExitCode> {
  const origin = readOrigin(context.args)
  const { report } = context
  const trusted = await readIntegrityList(context)
  const { list } = trusted
  report.emit({ event: 'note', message: comparingText(trusted) })
  if (trusted.signedAs === null) report.emit({ event: 'warning', message: notSignedText(context) })
  if (isPlainHttp(origin))
    report.emit({ event: 'warning', message: 'Without https, everybody on the way can alter what arrives.' })
  const deadline = AbortSignal.timeout(maxVerifyMs)
  const signal = AbortSignal.any([context.signal, deadline])
  const client = new ServerClient(origin, context.env)
  try {
    const comparison = { list, ...readHeaderContext(context, origin) }
    const outcome = await compareFiles(client, comparison, report, signal)
    context.signal.throwIfAborted()
    if (outcome.differingCount === 0) {
      if (outcome.error && deadline.aborted)
        throw new CommandError(exitCodes.network, 'The server is too slow: the comparison was not completed.')
      requireComplete(outcome, list)
      report.emit({ event: 'note', message: equalText(list) })
      return exitCodes.success
    }
    await warnAboutVersion(client, list, report, signal)
    report.emit({ event: 'warning', message: differentText(outcome, list) })
    return exitCodes.someFailed
  } finally {
    client.close()
  }
}

/** @throws CommandError if not all could be compared */
function requireComplete(
  { uncomparedCount, error }: ComparisonOutcome,
  { files, version }: IntegrityList,
): void {
  if (error) throw error
  if (uncomparedCount === files.length)
    throw new CommandError(exitCodes.network, 'The server does not answer: nothing was compared.')
  if (uncomparedCount > 0)
    throw new CommandError(
      exitCodes.network,
      `${uncomparedCount} of ${files.length} could not be compared, as the server did not answer. The others are those of version ${version}.`,
    )
}

const equalText = ({ files, version }: IntegrityList): string =>
  `All ${files.length} files and pages, and their headers, are those of version ${version}. A server may send other pages to others, or later.`

function differentText(
  { differingCount, uncomparedCount }: ComparisonOutcome,
  { files, version }: IntegrityList,
): string {
  const differ = `${countText(differingCount, 'thing')} of ${files.length} that the server sends differ${differingCount === 1 ? 's' : ''} from version ${version}.`
  const rest = uncomparedCount === 0 ? '' : ` ${uncomparedCount} could not be compared.`
  return `${differ}${rest} Enter no password there until you know why.`
}

const comparingText = ({ list: { version, build }, signedAs }: TrustedIntegrityList): string =>
  `Comparing with version ${version}, build ${build}${signedAs === null ? '' : `, signed: ${signedAs}`}.`

const notSignedText = ({ options }: Context): string =>
  options.list === undefined
    ? 'The list is not signed. It came with this program, and is as trustworthy as that.'
    : 'The list is not signed.'

/** @throws CommandError 'usage' */
function readOrigin(args: readonly string[]): string {
  const [text = '', ...more] = args
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || more.length > 0 || !/^https?:$/.test(url.protocol) || url.username + url.password !== '')
    throw usageError('Give the address of one server, such as https://files.example.org.')
  return url.origin
}

/** @throws CommandError 'usage' */
function readHeaderContext(context: Context, origin: string): Omit<Comparison, 'list'> {
  const store = textOption(context, 'store')
  if (store !== undefined && !(URL.canParse(store) && new URL(store).origin === store))
    throw usageError('--store takes an origin, such as https://store.example.org.')
  return { isSecure: origin.startsWith('https:'), store }
}

const versionClaimSchema = integrityList.pick({ version: true, build: true }).strip()

/** Warns if the server calls itself another version. It may lie, so this only explains differences. */
async function warnAboutVersion(
  client: ServerClient,
  list: IntegrityList,
  report: Context['report'],
  signal: AbortSignal,
): Promise<void> {
  const request = { path: `/${integrityFile}`, encoding: acceptedEncodings[0] }
  const served = await fetchServed(client, request, signal).catch(() => null)
  const claimed = served?.status === 200 && served.body ? parseVersionClaim(served.body) : null
  if (claimed === null || claimed.build === list.build) return
  const { version, build } = claimed
  report.emit({
    event: 'warning',
    message: `The server calls itself version ${version}, build ${build}; the list is of version ${list.version}, build ${list.build}. If that is intended, give the list of that version by --list.`,
  })
}

function parseVersionClaim(body: Buffer) {
  if (body.length > maxIntegrityListBytes) return null
  try {
    return versionClaimSchema.parse(JSON.parse(body.toString()))
  } catch {
    return null
  }
}
