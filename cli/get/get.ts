import { shownLines, shownText } from '../../contract/shownText.ts'
import type { LinkUses } from '../../contract/schemas/downloads.ts'
import type { ManifestDifference } from '../../core/crypto/index.ts'
import type { OpenedSharedFile } from '../../core/keys/sharedFiles.ts'
import type { Context } from '../context.ts'
import { emailOption } from '../emailOptions.ts'
import { exitCodes, type ExitCode, usageError } from '../exitCodes.ts'
import type { DelayFunction } from '../retryUntilAnswered.ts'
import { flagOption, listOption, textOption } from '../optionValues.ts'
import { readLink, shownWithoutKeys } from '../secrets.ts'
import { selectByNames, pathExclusionMatcher, fullPath, filePathOf, reportedFile } from '../selectFiles.ts'
import { withoutDeepFiles } from '../download/nameFilesForDisk.ts'
import { requireConfirmation } from '../terminal.ts'
import { countText, minuteText } from '../texts.ts'
import { saveLinkToFolder } from './saveLinkToFolder.ts'
import { saveAsZip, type ZipOutput } from './saveAsZip.ts'
import { printMessages } from './printMessages.ts'
import { type OpenedLink, openLink } from './openLink.ts'

interface GetOptions {
  readonly output?: ZipOutput
  /** Milliseconds without a received byte before giving up. */
  readonly idleTimeoutMs?: number
  /** Waits before a retry; replaced by tests. */
  readonly delay?: DelayFunction
}

/** `sealpost get`: fetches the files of a download link. */
export async function get(context: Context, options: GetOptions = {}): Promise<ExitCode> {
  const { report } = context
  const { link, otherArgs } = await readLink(context)
  const zip = textOption(context, 'zip')
  const isListOnly = flagOption(context, 'list') || flagOption(context, 'dry-run')
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
    const { files_expire_at: expiry } = opened.senderText
    if (expiry !== undefined)
      report.emit({
        event: 'note',
        message: `Files of this link will be deleted from ${minuteText(expiry)} on, unless the sender keeps them longer.`,
      })
    const only = listOption(context, 'only')
    const isExcluded = pathExclusionMatcher(context)
    const files = selectByNames(opened.files, only).filter((file) => !isExcluded(filePathOf(file)))
    const isIncomplete = only === undefined && opened.missingFileCount > 0
    if (isIncomplete) report.emit({ event: 'warning', message: notOfferedText(opened.missingFileCount) })
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
    if (flagOption(context, 'text')) {
      const messages = openedFiles.filter(({ isText }) => isText)
      if (messages.length === 0)
        report.emit({ event: 'warning', message: 'There is no message in this link.' })
      const printing = { context, link: opened, files: messages, idleTimeoutMs: options.idleTimeoutMs }
      const { failedCount } = await printMessages(printing)
      return failedCount > 0 || isPartial || messages.length === 0 ? exitCodes.someFailed : exitCodes.success
    }
    const fittingFiles = withoutDeepFiles(openedFiles, (file, why) =>
      report.emit({ event: 'failed', ...reportedFile(file), why }),
    )
    const job = { context, link: opened, files: fittingFiles, idleTimeoutMs: options.idleTimeoutMs }
    const { failedCount, isRefused } =
      zip === undefined
        ? await saveLinkToFolder(job, otherArgs[0] ?? defaultFolder(opened))
        : await saveAsZip(job, zip, options.output ?? process.stdout)
    if (isRefused) return exitCodes.refused
    return failedCount > 0 || isPartial || fittingFiles.length < openedFiles.length
      ? exitCodes.someFailed
      : exitCodes.success
  } finally {
    opened.server.close()
  }
}

/** @throws CommandError 'usage' for contradictory options, or a wrong address */
function checkOptions(context: Context, otherArgs: readonly string[], zip: string | undefined): void {
  if (otherArgs.length > 1)
    throw usageError(`Give one folder only, not ${otherArgs.map(shownWithoutKeys).join(', ')}.`)
  if (zip !== undefined && otherArgs.length > 0)
    throw usageError('Leave out the folder: --zip says where the archive is saved.')
  if (flagOption(context, 'text') && (zip !== undefined || otherArgs.length > 0))
    throw usageError('--text saves nothing: leave out the folder and --zip.')
  if (zip === '-' && flagOption(context, 'json'))
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
    report.emit({
      event: 'warning',
      message: `${name}: it has no manifest, so only the server vouches for its name and content.`,
    })
  if (file.differences.length === 0) return
  const changedFields = file.differences.map((difference) => differenceNames[difference]).join(', ')
  const message = `${name}: the server altered its ${changedFields}. What the sender sealed is used.`
  report.emit({ event: 'warning', message })
}

/** The sender's name, title and message, marked as words of the server and the sender; empty if there are none. */
function senderNote({ files, senderText: { owner_name: name, title, message } }: OpenedLink): string {
  const lines = [title, message].flatMap((text) => (text === undefined ? [] : shownLines(text).split('\n')))
  const who =
    name === undefined
      ? []
      : [`${shownText(name)} sends you ${countText(files.length, 'file')}, says the server.`]
  return [...who, ...lines.map((line) => `> ${line}`)].join('\n')
}

const notOfferedText = (count: number): string =>
  `The list is incomplete: ${count === 1 ? 'one file of this link is' : `${count} files of this link are`} no longer here: the owner has probably taken ${count === 1 ? 'it' : 'them'} back. A server could also hold files back.`

/** Reports that the link will be used; at a terminal asks for consent. @throws CommandError 'refused' without it */
async function announceOrConfirmUse(context: Context, uses: LinkUses, isListOnly: boolean): Promise<void> {
  const { terminal, report } = context
  const hint = isListOnly ? ' The password gives access to its names, so even a list uses it.' : ''
  const message = usesText(uses) + hint
  if (!terminal.canAsk || flagOption(context, 'json') || flagOption(context, 'quiet'))
    // A note is not shown without a terminal, and nobody expects a list to use a link.
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
  return `This link can be used ${times}${suffix}. After that it can be resumed and repeated from here for 24 hours.`
}
