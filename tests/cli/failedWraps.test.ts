import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FailedWraps, failuresPerHour, maxFailedWraps } from '../../cli/account/failedWraps.ts'
import { stateFileName } from '../../cli/platform/stateFile.ts'
import { fault } from '../../core/faults/fault.ts'
import { scratchFolder } from '../server/scratchFolder.ts'

const hourMs = 3_600_000

/** Commands of one person on one machine, whose clock the test moves. */
async function setUpCommands() {
  const directory = join(await scratchFolder(), 'unopened')
  const clock = { now: 0 }
  const tried: string[] = []
  const newCommand = (folderId = 1) =>
    new FailedWraps({
      ...{ directory, keyId: 'key', folderId, isUnlimited: false, isDry: false },
      now: () => clock.now,
    })
  /** Tries as many that do not open. @returns how many have to wait */
  const tryJunk = async (command: FailedWraps, name: string, count: number) => {
    const junk = Array.from({ length: count }, (_, at) => ({ hash: `${name} ${at}` }))
    const waiting = await command.tryAllowed(junk, async (some) => {
      tried.push(...some.map(({ hash }) => hash))
      // Others have time to come between.
      await new Promise((resolve) => setImmediate(resolve))
      return new Map(some.map(({ hash }) => [hash, fault('wrong-key')]))
    })
    return waiting.length
  }
  const stored = async () =>
    JSON.parse(await readFile(join(directory, stateFileName('key')), 'utf8')) as { wraps: string[] }
  return { clock, tried, newCommand, tryJunk, stored }
}

it('lets commands that run at once fail together as often as one: 256 times, then eight an hour', async () => {
  const { clock, tried, newCommand, tryJunk, stored } = await setUpCommands()
  const commands = ['a', 'b', 'c'].map((name) => ({ name, command: newCommand() }))
  let round = 0
  const tryAtOnce = async (count: number) => {
    round++
    await Promise.all(commands.map(({ name, command }) => tryJunk(command, `${name} ${round}`, count)))
    return tried.splice(0).length
  }
  expect(await tryAtOnce(200)).toBe(maxFailedWraps)
  expect(await tryAtOnce(200)).toBe(0)
  clock.now += hourMs
  expect(await tryAtOnce(20)).toBe(failuresPerHour)
  expect((await stored()).wraps).toHaveLength(maxFailedWraps + failuresPerHour)
})

it('spends nothing of the ration on what opens', async () => {
  const { tried, newCommand, tryJunk } = await setUpCommands()
  const command = newCommand()
  const good = Array.from({ length: 2 * maxFailedWraps }, (_, at) => ({ hash: `good ${at}` }))
  expect(await command.tryAllowed(good, () => Promise.resolve(new Map()))).toEqual([])
  expect(await tryJunk(newCommand(), 'junk', maxFailedWraps)).toBe(0)
  expect(tried).toHaveLength(maxFailedWraps)
})

it('tries one wrap once a run, and says if it has to wait', async () => {
  const { newCommand, tryJunk } = await setUpCommands()
  const command = newCommand()
  let opens = 0
  const open = () => Promise.resolve(++opens < 0 ? 'never' : null)
  expect(await command.tryOne({ hash: 'one' }, open)).toEqual({ opened: null, isWaiting: false })
  expect(await command.tryOne({ hash: 'one' }, open)).toEqual({ opened: null, isWaiting: false })
  expect(opens).toBe(1)
  await tryJunk(command, 'junk', maxFailedWraps)
  expect(await command.tryOne({ hash: 'two' }, open)).toEqual({ opened: null, isWaiting: true })
  expect(await newCommand().tryOne({ hash: 'one' }, () => Promise.resolve('it'))).toMatchObject({
    opened: 'it',
  })
})

it('rations each folder by itself, the newest and the oldest by turns', async () => {
  const { clock, tried, newCommand, tryJunk } = await setUpCommands()
  const [one, other] = [newCommand(1), newCommand(2)]
  await tryJunk(one, 'first', maxFailedWraps)
  tried.length = 0
  for (let hour = 1; hour <= 4; hour++) {
    clock.now += hourMs
    const orders: boolean[] = []
    for (const [command, name] of [
      [one, 'one'],
      [other, 'other'],
    ] as const) {
      orders.push((await command.read()).isOldestFirst)
      expect(await tryJunk(command, `${name} ${hour}`, 10)).toBe(10 - failuresPerHour)
      expect(await command.read()).toMatchObject({ room: 0, freeAt: clock.now + hourMs })
    }
    expect(orders).toEqual([hour % 2 === 0, hour % 2 === 0])
  }
})
