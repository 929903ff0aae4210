import { confirmClock, findClockDoubt } from '../../retention/sweepClock.ts'
import type { Command } from './command.ts'
import { fileCountInWords } from './progress.ts'

export const sweepCommand: Command = {
  name: 'sweep',
  usage: '[--confirm]',
  description:
    'says whether the clean-up erases nothing because the clock may be wrong; --confirm says that it is right',
  flags: ['confirm'],
  async run({ config, openDatabase, print }, _args, _options, flags) {
    const now = new Date()
    const deps = { db: await openDatabase(), now: () => now, trashDays: config.trashDays }
    const doubt = await findClockDoubt(deps)
    if (doubt === undefined) {
      print('The clock is plausible: nothing waits for you.')
      return
    }
    print(`Last clean-up by a plausible clock: ${doubt.lastClock}`)
    print(`The clock now:                      ${now.toISOString()}`)
    print(`Past their date by this clock: ${fileCountInWords(doubt.expiredFiles)}.`)
    if (doubt.hasTrash) print('Some of the trash is out of its time, too.')
    if (flags.has('confirm')) {
      await confirmClock(deps)
      print('Confirmed. The next clean-up, within the hour, erases what is past its date.')
    } else print('If the clock is right, call sweep --confirm.')
  },
}
