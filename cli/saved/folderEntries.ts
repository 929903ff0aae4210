import { shownText } from '../../contract/shownText.ts'
import type { ArchiveEntry } from '../../src/transfer/open/job.ts'
import { archiveEntries } from '../../src/transfer/keys/opened.ts'
import { ArchiveNames } from '../../src/transfer/save/safeNames.ts'
import type { Context } from '../context.ts'
import { count } from '../words.ts'

const filesNamed = 5

/** Names of files of one folder. @param isTaken whether something of before has this path */
export const folderNames = (
  { options }: Pick<Context, 'options'>,
  isTaken: (path: string) => boolean = () => false,
): ArchiveNames => new ArchiveNames({ isInert: options['dot-files'] !== true, isTaken })

/**
 * Names files for a folder of this disk, which may be somebody's home or a repository: what programs would act on because
 * of its name gets another, unless `--dot-files` is given. That is said.
 */
export async function folderEntries(
  { options, report }: Pick<Context, 'options' | 'report'>,
  files: Parameters<typeof archiveEntries>[0],
  names = folderNames({ options }),
): Promise<ArchiveEntry[]> {
  const before = names.madeInert.length
  const entries = await archiveEntries(files, names)
  const madeInert = names.madeInert.slice(before)
  if (madeInert.length > 0) {
    const named = madeInert.slice(0, filesNamed).map((name) => shownText(name))
    const more = madeInert.length > filesNamed ? ', …' : ''
    const message = `${count(madeInert.length, 'file')} with a name that programs act on: ${named.join(', ')}${more}. --dot-files keeps such names.`
    report.tell({ event: 'note', message })
  }
  return entries
}
