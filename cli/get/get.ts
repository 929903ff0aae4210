import { shownLines, shownText } from '../../contract/shownText.ts'
import type { LinkUses } from '../../contract/schemas/downloads.ts'
import type { ManifestDifference } from '../../core/crypto/index.ts'
import type { OpenedSharedFile } from '../../core/keys/sharedFiles.ts'
import type { Context } from '../context.ts'
import { emailOption } from '../passGates.ts'
import { exitCodes, type ExitCode, usageError } from '../exitCodes.ts'
import type { DelayFunction } from '../retryUntilAnswered.ts'
import { listOption, textOption } from '../optionValues.ts'
import { readLink, shownWithoutKeys } from '../secrets.ts'
import { selectByNames, pathExclusionMatcher, fullPath, filePathOf, reportedFile } from '../selectFiles.ts'
import { withoutTooDeep } from '../download/nameFilesForDisk.ts'
import { requireConfirmation } from '../terminal.ts'
import { countText } from '../texts.ts'
import { saveToFolder } from './saveToFolder.ts'
import { saveAsZip, type ZipOutput } from './saveAsZip.ts'
import { type OpenedLink, openLink } from './openLink.ts'

interface GetOptions {
  readonly output?: ZipOutput
  /** Time without a received byte before giving up, in milliseconds. */
  readonly idleTimeoutMs?: number
  /** Waits before a retry; replaced by tests. */
  readonly delay?: DelayFunction
}

/** `sealpost get`: fetches the files of a download link. */
export async function get(context: Context, options: GetOptions = {}): Promise<ExitCode> {
  const { report } = context
  const { link, otherArgs } = await readLink(context)
  const zip = textOption(context, 'zip')
  const isListOnly = context.options.list === true || context.options['dry-run'] === true
  checkOptions(context, otherArgs, zip)
  const opened = await openLink(
    context,
    link,
    (uses) => announceOrConfirmUse(context, uses, isListOnly),
    options.delay,
  )
  try {
    const note = senderNote(opened)
    if (note !== '') report.emit({ event: 'note', message: note })
    const only = listOption(context, 'only')
    const isExcluded = pathExclusionMatcher(context)
    const files = selectByNames(opened.files, only).filter((file) => !isExcluded(filePathOf(file)))
    const isIncomplete = only === undefined && opened.missingFiles > 0
    if (isIncomplete) report.emit({ event: 'warning', message: notOfferedText(opened.missingFiles) })
    const unopened = files.filter((file) => 'fault' in file)
    for (const file of unopened) report.emit({ event: 'failed', ...reportedFile(file), why: file.fault })
    const openedFiles = files.filter((file) => 'source' in file)
    for (const file of openedFiles) reportDifference(context, file)
    const isPartial = isIncomplete || unopened.length > 0
    if (isListOnly) {
      for (const file of openedFiles) report.emit({ event: 'listed', ...reportedFile(file) })
      return isPartial ? exitCodes.someFailed : exitCodes.success
    }
    if (opened.uses && !opened.isUseCounted) await announceOrConfirmUse(context, opened.uses, false)
    const fittingFiles = withoutTooDeep(openedFiles, (file, why) =>
      report.emit({ event: 'failed', ...reportedFile(file), why }),
    )
    const fetching = { context, link: opened, files: fittingFiles, idleTimeoutMs: options.idleTimeoutMs }
    const { failed, isRefused } =
      zip === undefined
        ? await saveToFolder(fetching, otherArgs[0] ?? defaultFolder(opened))
        : await saveAsZip(fetching, zip, options.output ?? process.stdout)
    if (isRefused) return exitCodes.refused
    return failed > 0 || isPartial || fittingFiles.length < openedFiles.length
      ? exitCodes.someFailed
      : exitCodes.success
  } finally {
    opened.server.close()
  }
}

/** @throws CommandError 'usage' for contradictory options, or a wrong address */
function checkOptions(context: Context, otherArgs: readonly string[], zip: string | undefined): void {
  if (otherArgs.length > 1)
    throw usageError(`One folder at a time: ${otherArgs.map(shownWithoutKeys).join(', ')}.`)
  if (zip !== undefined && otherArgs.length > 0)
    throw usageError('An archive goes where --zip says: leave the folder out.')
  if (zip === '-' && context.options.json === true)
    throw usageError('--json and an archive cannot both be on standard output.')
  emailOption(context)
}

/** The default folder: files of strangers must not mix with the current one. */
const defaultFolder = ({ linkToken }: OpenedLink): string => `sealpost-${linkToken.slice(0, 6)}`

const differenceNames = {
  name: 'name',
  path: 'folder',
  size: 'size',
  sha256: 'checksum',
} as const satisfies Record<ManifestDifference, string>

/** Reports where the server's metadata differ from the sealed manifest, and warns about files without a manifest. */
function reportDifference({ report }: Context, file: OpenedSharedFile): void {
  const name = shownText(fullPath(file))
  if (!file.source.hasManifest)
    report.emit({ event: 'warning', message: `${name}: name and content are the server’s word.` })
  if (file.differences.length === 0) return
  const changedFields = file.differences.map((one) => differenceNames[one]).join(', ')
  const message = `${name}: ${changedFields} altered by the server; what the sender sealed counts.`
  report.emit({ event: 'warning', message })
}

/** The sender's name, title and message, marked as not this program's words. */
function senderNote({ files, senderText: { owner_name: name, title, message } }: OpenedLink): string {
  const lines = [title, message].flatMap((text) => (text === undefined ? [] : shownLines(text).split('\n')))
  const who =
    name === undefined
      ? []
      : [`${shownText(name)} sends you ${countText(files.length, 'file')}, says the server.`]
  return [...who, ...lines.map((line) => `> ${line}`)].join('\n')
}

const notOfferedText = (files: number): string =>
  `The list is incomplete: ${files === 1 ? 'one file of this link is' : `${files} files of this link are`} no longer here, probably deleted by the owner. A server could also hold files back.`

/** Says that the link is used, or asks for consent at a terminal. @throws CommandError if declined */
async function announceOrConfirmUse(
  { terminal, report, options }: Context,
  uses: LinkUses,
  isListOnly: boolean,
): Promise<void> {
  const hint = isListOnly ? ' Its names are behind its password, so even a list uses it.' : ''
  const message = usesText(uses) + hint
  if (!terminal.canAsk || options.json === true || options.quiet === true)
    // That a list uses a link is said where a note is not seen, too.
    report.emit({ event: isListOnly ? 'warning' : 'note', message })
  else
    await requireConfirmation(
      terminal,
      `${message} Begin now?`,
      'Nothing was fetched, and the link was not used.',
    )
}

function usesText({ max, left }: LinkUses): string {
  const times = max === 1 ? 'once' : `${max} times`
  const leftText = left === 0 ? 'none is left' : left === 1 ? 'one is left' : `${left} are left`
  const suffix = left === max ? '' : `, of which ${leftText}`
  return `This link can be used ${times}${suffix}. Once begun, it can be gone on with from here, and repeated, for 24 hours.`
}
