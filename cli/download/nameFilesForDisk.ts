import { shownText } from '../../contract/shownText.ts'
import type { ArchiveEntry } from '../../core/open/openJob.ts'
import { archiveEntries } from '../../core/keys/openedFile.ts'
import { depthFault } from '../../core/download/depthFault.ts'
import type { Fault } from '../../core/faults/fault.ts'
import { SafePaths, diskLimits } from '../../core/download/safeNames.ts'
import type { Context } from '../context.ts'
import { countText } from '../texts.ts'

const maxNamedInert = 5
const maxListedChanges = 100

/** Returns what assigns safe paths to the files of one folder on disk. @param isTaken true if an earlier file has the path */
export const diskSafePaths = (
  { options }: Pick<Context, 'options'>,
  isTaken: (path: string) => boolean = () => false,
): SafePaths => new SafePaths({ isInert: options['dot-files'] !== true, isTaken, limits: diskLimits })

/** Leaves out files with a `depthFault`, and reports each. */
export const withoutTooDeep = <F extends { readonly path: string }>(
  files: readonly F[],
  onTooDeep: (file: F, why: Fault) => void,
): F[] =>
  files.filter((file) => {
    const why = depthFault(file)
    if (why) onTooDeep(file, why)
    return !why
  })

/** Gives files names that are safe on disk, and inert ones without `--dot-files`. Changed names are reported. */
export async function nameFilesForDisk(
  { options, report }: Pick<Context, 'options' | 'report'>,
  files: Parameters<typeof archiveEntries>[0],
  safePaths = diskSafePaths({ options }),
): Promise<ArchiveEntry[]> {
  const [inertBefore, changedBefore] = [safePaths.madeInert.length, safePaths.changed.length]
  const entries = await archiveEntries(files, safePaths)
  const madeInert = safePaths.madeInert.slice(inertBefore)
  if (madeInert.length > 0) {
    const named = madeInert.slice(0, maxNamedInert).map((name) => shownText(name))
    const more = madeInert.length > maxNamedInert ? ', …' : ''
    const message = `${countText(madeInert.length, 'file')} with a name that programs act on: ${named.join(', ')}${more}. --dot-files keeps such names.`
    report.emit({ event: 'note', message })
  }
  reportChangedNames(safePaths, changedBefore, report)
  return entries
}

/** Reports names that disks refuse or two files have: some one by one, the rest as a number. */
function reportChangedNames(
  { changed, madeInert }: SafePaths,
  before: number,
  report: Context['report'],
): void {
  const inert = new Set(madeInert)
  const others = changed.slice(before).filter(({ to }) => !inert.has(to))
  if (others.length === 0) return
  const lines = others
    .slice(0, maxListedChanges)
    .map(({ from, to }) => `${shownText(from)} → ${shownText(to)}`)
  const more = others.length > maxListedChanges ? [`and ${others.length - maxListedChanges} more`] : []
  const message = `${countText(others.length, 'file')} under another name than was sent: ${[...lines, ...more].join('; ')}.`
  report.emit({ event: 'warning', message })
}
