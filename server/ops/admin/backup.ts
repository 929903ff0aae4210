import { backUpInstallation, type BackupResult } from '../maintenance/backUpInstallation.ts'
import type { BackupProblem } from '../maintenance/backUpFile.ts'
import { requireStoreKind } from '../../db/installation/moveState.ts'
import { type Command, AdminCommandError } from './command.ts'
import { createProgress, totalsInWords, describeFile, fileCountInWords } from './progress.ts'
import { requireDataFolder } from './requireDataFolder.ts'

export const backupCommand: Command = {
  name: 'backup',
  usage: '[--verify] DIR',
  description:
    'makes the folder DIR a backup of the data folder, while the server runs; --verify compares every byte',
  argumentCount: 1,
  flags: ['verify'],
  async run({ config, openDatabase, print }, [dir = ''], _options, flags) {
    requireDataFolder(config, 'backup')
    const db = await openDatabase()
    await requireStoreKind(db, config)
    const progress = createProgress(print)
    const source = { db, dataDir: config.dataDir }
    const result = await backUpInstallation(source, dir, progress.update, flags.has('verify')).finally(
      progress.stop,
    )
    for (const line of backupInWords(result)) print(line)
    if (result.problems.length === 0) return
    throw new AdminCommandError(
      [
        `The backup is made, but ${fileCountInWords(result.problems.length)} of it or of the server are not in order.`,
        ...adviceOn(result, config.dataDir, dir),
      ].join('\n'),
    )
  },
}

const problemHeadings: Readonly<Record<BackupProblem, string>> = {
  'on-server': 'Damaged on the server, whole in the backup',
  'on-both': 'Damaged on the server, and in the backup',
  'in-neither': 'Not in the backup, damaged on the server',
  unlike: 'Not the same on the server and in the backup',
  'not-taken': 'Not whole in the backup, though it was copied anew',
  unreadable: 'Could not be read',
}

function* backupInWords(made: BackupResult): Generator<string> {
  yield `${totalsInWords(made)}, of these new: ${totalsInWords(made.added)}. As of ${made.takenAt}.`
  if (made.removed > 0) yield `${made.removed.toLocaleString('en')} objects of deleted files removed.`
  yield `${totalsInWords(made.compared)} compared by their bytes, the others by their lengths.`
  for (const file of made.repaired) yield `Was damaged in the backup, copied again: ${describeFile(file)}`
  for (const { file, kind, how } of made.problems)
    yield `${problemHeadings[kind]}: ${describeFile(file)}: ${how}`
  if (made.linked > 0) {
    yield (
      `${fileCountInWords(made.linked)} of the backup share their bytes with the server's, as hard links on its disk: ` +
      'that protects from deleting, not from damage, nor from the loss of this disk. Keep a copy on another one.'
    )
  }
}

function* adviceOn({ problems }: BackupResult, dataDir: string, dir: string): Generator<string> {
  const has = (...kinds: BackupProblem[]) => problems.some(({ kind }) => kinds.includes(kind))
  if (has('on-server'))
    yield `Whole in the backup: copy these objects from ${dir}/blobs to the same place in ${dataDir}/blobs, then scrub.`
  if (has('on-both', 'in-neither'))
    yield 'Whole in neither: restore these objects from another backup, or ask their senders for the files again.'
  if (has('unlike'))
    yield 'Not the same: nobody knows which is right. Scrub, then back up again with --verify.'
  if (has('not-taken', 'unreadable'))
    yield 'Look at the disk of those that could not be read or written, and back up again.'
}
