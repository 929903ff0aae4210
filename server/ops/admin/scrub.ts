import { createReadThrottle } from '../maintenance/readThrottle.ts'
import { saveScrubPass, newScrubPass, type ScrubPass, scrubNextFiles } from '../maintenance/scrubPass.ts'
import { listDamagedFiles } from '../../db/files/integrity.ts'
import { type Command, AdminCommandError } from './command.ts'
import { totalsInWords, createProgress, describeFile, fileCountInWords } from './progress.ts'

export const scrubCommand: Command = {
  name: 'scrub',
  usage: '',
  description: 'reads all stored bytes now, as the server does at night, and marks files that are damaged',
  async run({ openInstallation, print }) {
    const installation = await openInstallation()
    const progress = createProgress(print)
    const now = () => new Date()
    let pass = newScrubPass(now().toISOString())
    let healed = 0
    try {
      while (pass.finished === null) {
        pass = await scrubNextFiles(
          {
            ...installation,
            now,
            throttle: createReadThrottle(),
            onFile(file, finding) {
              if (finding.kind === 'damaged') print(`Damaged: ${describeFile(file)}: ${finding.damage}`)
              if (finding.kind === 'unreadable')
                print(`Not read: ${describeFile(file)}: ${String(finding.error)}`)
              if (finding.kind === 'intact' && file.damaged_at !== null) healed += 1
            },
          },
          pass,
        )
        progress.update(pass)
      }
    } finally {
      progress.stop()
    }
    await saveScrubPass(installation.db, pass)
    if (healed > 0) print(`${fileCountInWords(healed)} whole again.`)
    print(passInWords(pass))
    const damaged = await listDamagedFiles(installation.db)
    if (damaged.length + pass.unread === 0) return
    throw new AdminCommandError(
      damaged.length > 0
        ? `${fileCountInWords(damaged.length)} damaged, and marked so. Nothing was deleted: restore their objects from a backup, ` +
            'or ask the senders for them again.'
        : 'Some files could not be read. Look at the store, and repeat the command.',
    )
  },
}

export function passInWords(pass: ScrubPass | undefined): string {
  if (pass === undefined) return 'No scrub has run yet.'
  const { began, finished, damaged, unread } = pass
  const when =
    finished === null ? `The scrub that began ${began} is under way` : `Scrubbed ${began} to ${finished}`
  return `${when}: ${totalsInWords(pass)}, ${damaged} damaged, ${unread} not read.`
}
