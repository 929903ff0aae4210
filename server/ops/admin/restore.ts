import { restoreBackup } from '../maintenance/restoreBackup.ts'
import { type Command, AdminCommandError } from './command.ts'
import { createProgress, totalsInWords, describeFile, fileCountInWords } from './progress.ts'
import { requireDataFolder } from './requireDataFolder.ts'

export const restoreCommand: Command = {
  name: 'restore',
  usage: 'DIR',
  description: 'fills an empty data folder from the backup in DIR; no server may run',
  argumentCount: 1,
  async run({ config, print }, [dir = '']) {
    requireDataFolder(config, 'restore')
    const progress = createProgress(print)
    const restored = await restoreBackup(config, dir, progress.update).finally(progress.stop)
    print(`${totalsInWords(restored)} are in ${config.dataDir} again.`)
    for (const file of restored.lost) print(`Not in the backup: ${describeFile(file)}`)
    for (const { file, how } of restored.damaged)
      print(`Damaged in the backup: ${describeFile(file)}: ${how}`)
    print('Start the server. To compare every byte: sealpost-admin verify')
    const { lost, damaged } = restored
    if (lost.length + damaged.length === 0) return
    throw new AdminCommandError(
      `The backup does not have ${fileCountInWords(lost.length + damaged.length)} as they were sent. All others are restored.`,
    )
  },
}
