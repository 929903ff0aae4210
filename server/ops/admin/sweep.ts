import { confirmClock, waitsForConfirmation } from '../../retention/sweepClock.ts'
import type { Command } from './command.ts'

export const sweepCommand: Command = {
  name: 'sweep',
  usage: '[--confirm]',
  description:
    'says whether the clean-up waits because more than a day has passed since the last one; --confirm says that the time is right',
  flags: ['confirm'],
  async run({ config, openDatabase, print }, _args, _options, flags) {
    const now = new Date()
    const deps = { db: await openDatabase(), now: () => now, trashDays: config.trashDays }
    const lastClock = await waitsForConfirmation(deps)
    if (lastClock === undefined) {
      print('Nothing waits to be erased.')
      return
    }
    print(`Last clean-up: ${lastClock}`)
    print(`Time now:      ${now.toISOString()}`)
    if (flags.has('confirm')) {
      await confirmClock(deps)
      print('Confirmed. The next clean-up, within the hour, erases what is past its date.')
    } else print('Files past their date wait. If this is the right time, call sweep --confirm.')
  },
}
