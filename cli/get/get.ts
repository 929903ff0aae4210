import { shownText } from '../../contract/shownText.ts'
import type { LinkUses } from '../../contract/schemas/downloads.ts'
import type { ManifestDifference } from '../../core/crypto/index.ts'
import type { OpenedSharedFile, UnopenedSharedFile } from '../../core/keys/shared.ts'
import type { Context } from '../context.ts'
import { exitCodes, type ExitCode, refusedError, usageError } from '../exitCodes.ts'
import type { Rest } from '../retry.ts'
import { takeLink, textOption } from '../secrets.ts'
import { chosen, excluding, fullName, listedOf, namesOf, toldFile } from './choose.ts'
import { intoFolder } from './intoFolder.ts'
import { saveAsZip, type ZipOutput } from './saveAsZip.ts'
import { type OpenedLink, openLink } from './openLink.ts'

interface GetOptions {
  readonly output?: ZipOutput
  /** Milliseconds, see `Waiting`. */
  readonly retryMs?: number
  /** The pause between retries. */
  readonly rest?: Rest
}

/** `sealpost get`: fetches the files of a download link. */
export async function get(context: Context, options: GetOptions = {}): Promise<ExitCode> {
  const { report } = context
  const { link, rest } = await takeLink(context)
  const zip = textOption(context, 'zip')
  const isList = context.options.list === true || context.options['dry-run'] === true
  checkOptions(context, rest, zip)

  const opened = await openLink(context, link, (uses) => agreeToUse(context, uses), options.rest)
  try {
    const only = context.options.only
    const isExcluded = excluding(context.options.exclude)
    const files = chosen(opened.files, Array.isArray(only) ? (only as string[]) : undefined, listedOf).filter(
      (file) => !isExcluded(namesOf(listedOf(file))),
    )
    const isWhole = only === undefined && opened.notOffered > 0
    if (isWhole) report.tell({ event: 'warning', message: notOfferedText(opened.notOffered) })
    for (const file of files) reportDifference(context, file)
    if (isList) return list(context, files, isWhole)

    if (opened.uses && !opened.hasBegun) await agreeToUse(context, opened.uses)
    const unopened = files.filter((file) => 'fault' in file)
    for (const file of unopened) report.tell({ event: 'failed', ...toldFile(file), why: file.fault })
    const openedFiles = files.filter((file) => 'source' in file)
    const fetching = { context, link: opened, files: openedFiles, retryMs: options.retryMs }
    const { failed, isRefused } =
      zip === undefined
        ? await intoFolder(fetching, rest[0] ?? folderOf(opened))
        : await saveAsZip(fetching, zip, options.output ?? process.stdout)
    if (isRefused) return exitCodes.refused
    return failed + unopened.length > 0 || isWhole ? exitCodes.someFailed : exitCodes.all
  } finally {
    opened.server.close()
  }
}

/** @throws CommandError 'usage' for contradictory options */
function checkOptions({ options }: Context, rest: readonly string[], zip: string | undefined): void {
  if (rest.length > 1) throw usageError(`One folder at a time: ${rest.map(shownText).join(', ')}.`)
  if (zip !== undefined && rest.length > 0)
    throw usageError('An archive goes where --zip says: leave the folder out.')
  if (zip === '-' && options.json === true)
    throw usageError('--json and an archive cannot both be on standard output.')
}

/** The default folder: files of strangers must not mix with the current one. */
const folderOf = ({ linkToken }: OpenedLink): string => `sealpost-${linkToken.slice(0, 6)}`

type File = OpenedLink['files'][number]

function list({ report }: Context, files: readonly File[], isIncomplete: boolean): ExitCode {
  for (const file of files) report.tell({ event: 'listed', ...toldFile(file) })
  return isIncomplete ? exitCodes.someFailed : exitCodes.all
}

const whatDiffers = {
  name: 'name',
  path: 'folder',
  size: 'size',
  sha256: 'checksum',
} as const satisfies Record<ManifestDifference, string>

/** Reports differences between the server's metadata and the sealed manifest, and files without one. */
function reportDifference({ report }: Context, file: OpenedSharedFile | UnopenedSharedFile): void {
  if ('fault' in file) return
  const name = shownText(fullName(file))
  if (!file.source.hasManifest)
    report.tell({ event: 'warning', message: `${name}: name and content are the server’s word.` })
  if (file.differences.length === 0) return
  const what = file.differences.map((one) => whatDiffers[one]).join(', ')
  const message = `${name}: ${what} altered by the server; what the sender sealed counts.`
  report.tell({ event: 'warning', message })
}

const notOfferedText = (files: number): string =>
  `The list is incomplete: ${files === 1 ? 'one file' : `${files} files`} of this link ${files === 1 ? 'is' : 'are'} not offered: deleted by the owner, or held back by the server.`

/** Says that fetching uses the link; asks for consent at a terminal. @throws CommandError if declined */
async function agreeToUse({ terminal, report, options }: Context, uses: LinkUses): Promise<void> {
  const message = usesText(uses)
  if (!terminal.canAsk || options.json === true || options.quiet === true) {
    report.tell({ event: 'note', message })
    return
  }
  const answer = await terminal.ask(`${message} Begin now? [y/N]`)
  if (!/^\s*y(es)?\s*$/i.test(answer)) throw refusedError('Nothing was fetched, and the link was not used.')
}

function usesText({ max, left }: LinkUses): string {
  const times = max === 1 ? 'once' : `${max} times`
  const rest = left === max ? '' : `, of which ${left} ${left === 1 ? 'is' : 'are'} left`
  return `This link can be used ${times}${rest}. Once begun, it can be gone on with from here, and repeated, for 24 hours.`
}
