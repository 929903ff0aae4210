import { shownText } from '../../contract/shownText.ts'
import type { ArchiveEntry } from '../../core/open/openJob.ts'
import { archiveEntries } from '../../core/keys/openedFile.ts'
import { depthFault } from '../../core/download/depthFault.ts'
import type { Fault } from '../../core/faults/fault.ts'
import { SafePaths, diskLimits } from '../../core/download/safeNames.ts'
import type { Context } from '../context.ts'
import { flagOption } from '../optionValues.ts'
import { countText } from '../texts.ts'

/** Number of inert names that are listed. */
const maxListedInert = 5
/** Number of changed names that are listed. */
const maxListedChanges = 100

/** Creates the safe paths of files in one folder on disk. @param isTaken returns true if an earlier file has the path */
export const diskSafePaths = (
  context: Pick<Context, 'options'>,
  isTaken: (path: string) => boolean = () => false,
): SafePaths => new SafePaths({ isInert: !flagOption(context, 'dot-files'), isTaken, limits: diskLimits })

/** Returns the files that are not in too many folders. @param onTooDeep called for each of the others */
export const withoutDeepFiles = <F extends { readonly path: string }>(
  files: readonly F[],
  onTooDeep: (file: F, why: Fault) => void,
): F[] =>
  files.filter((file) => {
    const why = depthFault(file)
    if (why) onTooDeep(file, why)
    return !why
  })

/** Gives files names that are safe on disk and, without `--dot-files`, inert. Changed names are reported. */
export async function nameFilesForDisk(
  { options, report }: Pick<Context, 'options' | 'report'>,
  files: Parameters<typeof archiveEntries>[0],
  safePaths = diskSafePaths({ options }),
): Promise<ArchiveEntry[]> {
  const inertBefore = safePaths.madeInert.length
  const changedBefore = safePaths.changed.length
  const entries = await archiveEntries(files, safePaths)
  const madeInert = safePaths.madeInert.slice(inertBefore)
  if (madeInert.length > 0) {
    const listed = madeInert.slice(0, maxListedInert).map((name) => shownText(name))
    const more = madeInert.length > maxListedInert ? ', …' : ''
    const message = `${countText(madeInert.length, 'file')} had a name that programs act on, and got another: ${listed.join(', ')}${more}. --dot-files keeps such names.`
    report.emit({ event: 'note', message })
  }
  reportChangedNames(safePaths, changedBefore, report)
  return entries
}

/** Reports names that were changed because disks refuse them or two files have them. */
function reportChangedNames(
  { changed, madeInert }: SafePaths,
  changedBefore: number,
  report: Context['report'],
): void {
  const inert = new Set(madeInert)
  const others = changed.slice(changedBefore).filter(({ to }) => !inert.has(to))
  if (others.length === 0) return
  const lines = others
    .slice(0, maxListedChanges)
    .map(({ from, to }) => `${shownText(from)} → ${shownText(to)}`)
  const more = others.length > maxListedChanges ? [`and ${others.length - maxListedChanges} more`] : []
  const message = `${countText(others.length, 'file')} under another name than was sent: ${[...lines, ...more].join('; ')}.`
  report.emit({ event: 'warning', message })
}
