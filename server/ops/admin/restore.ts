import { restore as fill } from '../maintenance/restore.ts'
import { type Command, AdminCommandError } from './command.ts'
import { createProgress, countInWords, fileInWords, filesInWords } from './progress.ts'
import { requireDataFolder } from './requireDataFolder.ts'

export const restore: Command = {
  name: 'restore',
  usage: 'DIR',
  description: 'fills an empty data folder from the backup in DIR; no server may run',
  argumentCount: 1,
  async run({ config, print }, [dir = '']) {
    requireDataFolder(config, 'restore')
    const progress = createProgress(print)
    const restored = await fill(config, dir, progress.at).finally(progress.stop)
    print(`${countInWords(restored)} are in ${config.dataDir} again.`)
    for (const file of restored.lost) print(`Not in the backup: ${fileInWords(file)}`)
    for (const { file, how } of restored.damaged) print(`Damaged in the backup: ${fileInWords(file)}: ${how}`)
    print('Start the server. To compare every byte: sealpost-admin verify')
    const { lost, damaged } = restored
    if (lost.length + damaged.length === 0) return
    throw new AdminCommandError(
      `The backup does not have ${filesInWords(lost.length + damaged.length)} as they were sent. All others are restored.`,
    )
  },
}
