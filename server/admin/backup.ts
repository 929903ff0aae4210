import { backup as backUp } from '../care/backup.ts'
import { requireStore } from '../move/marks.ts'
import { type Command, CommandError } from './command.ts'
import { createProgress, countInWords, fileInWords, filesInWords } from './progress.ts'
import { requireOwnFolder } from './ownFolder.ts'

export const backup: Command = {
  name: 'backup',
  usage: 'DIR',
  what: 'makes the folder DIR a backup of the data folder, while the server runs',
  words: 1,
  async run({ config, openDatabase, print }, [dir = '']) {
    requireOwnFolder(config, 'backup')
    const db = await openDatabase()
    await requireStore(db, config)
    const progress = createProgress(print)
    const made = await backUp({ db, dataDir: config.dataDir }, dir, { onProgress: progress.at }).finally(
      progress.stop,
    )
    print(`${countInWords(made)}, of these new: ${countInWords(made.added)}. As of ${made.takenAt}.`)
    if (made.dropped > 0) print(`${made.dropped.toLocaleString('en')} objects of deleted files removed.`)
    if (made.lost.length === 0) return
    for (const file of made.lost) print(`Not in the backup, damaged on the server: ${fileInWords(file)}`)
    throw new CommandError(
      `The backup is made, but without the bytes of ${filesInWords(made.lost.length)} that the server does not have.`,
    )
  },
}
