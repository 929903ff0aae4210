import {
  requireIntactDatabase,
  verifyFiles,
  verifyBackup,
  type VerifyResult,
} from '../maintenance/verifyFiles.ts'
import { type Command, AdminCommandError, type CommandContext } from './command.ts'
import { createProgress, totalsInWords, describeFile, fileCountInWords } from './progress.ts'

export const verifyCommand: Command = {
  name: 'verify',
  usage: '[DIR]',
  description:
    'reads all bytes of the backup in DIR, or of the installation, and compares them; changes nothing',
  optionalArgumentCount: 1,
  async run(context, [dir]) {
    const progress = createProgress(context.print)
    const verified = await (
      dir === undefined ? verifyInstallation(context, progress.update) : verifyBackup(dir, progress.update)
    ).finally(progress.stop)
    printVerifyResult(context, verified, dir)
  },
}

async function verifyInstallation(
  context: CommandContext,
  onFile: (done: VerifyResult) => void,
): Promise<VerifyResult> {
  const installation = await context.openInstallation()
  if (context.config.databaseUrl === undefined) await requireIntactDatabase(installation.db)
  return verifyFiles(installation, onFile)
}

function printVerifyResult({ print }: CommandContext, verified: VerifyResult, dir: string | undefined): void {
  const { unhashed, wrong } = verified
  for (const { file, finding } of wrong) {
    const how = finding.kind === 'damaged' ? finding.damage : 'could not be read'
    print(`Wrong: ${describeFile(file)}: ${how}`)
  }
  print(`${totalsInWords(verified)} read.`)
  if (unhashed > 0) {
    print(
      `Of ${fileCountInWords(unhashed)} nobody has noted yet what the bytes were: of these the length alone was compared.`,
    )
  }
  if (wrong.length === 0) {
    print('Everything is as it was.')
    return
  }
  const [changed, objects] =
    wrong.length === 1 ? ['is not as it was', 'its object'] : ['are not as they were', 'their objects']
  throw new AdminCommandError(
    dir === undefined
      ? `${fileCountInWords(wrong.length)} ${changed}. Restore ${objects} from a backup, or ask for them again.`
      : `${fileCountInWords(wrong.length)} of the backup ${changed}. Back up again with --verify: that copies anew what ` +
          'the server has whole.',
  )
}
