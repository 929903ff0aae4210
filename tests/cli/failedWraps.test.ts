import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FailedWraps, failuresPerHour, maxFailedWraps } from '../../cli/account/failedWraps.ts'
import { stateFileName } from '../../cli/platform/stateFile.ts'
import { fault, type Fault } from '../../core/faults/fault.ts'
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

/** A try of junk that is under way until the test ends it, or for ever, as of a killed command. */
async function startTry(command: FailedWraps, name: string, count: number) {
  const junk = Array.from({ length: count }, (_, at) => ({ hash: `${name} ${at}` }))
  const { promise: begun, resolve: begin } = Promise.withResolvers<number>()
  const { promise: opened, resolve: open, reject: fail } = Promise.withResolvers<ReadonlyMap<string, Fault>>()
  const ended = command.tryAllowed(junk, (some) => {
    begin(some.length)
    return opened
  })
  return { tried: await begun, open: () => open(new Map()), fail, ended }
}

it.each([1, 2])('lets a command of folder %i go on while another opens what takes long', async (folderId) => {
  const { newCommand, tryJunk } = await setUpCommands()
  const slow = await startTry(newCommand(), 'slow', 100)
  expect(await tryJunk(newCommand(folderId), 'quick', 20)).toBe(0)
  slow.open()
  expect(await slow.ended).toEqual([])
})

it('counts what a killed command was trying as used, and once', async () => {
  const { clock, tried, newCommand, tryJunk, stored } = await setUpCommands()
  const killed = await startTry(newCommand(), 'killed', 100)
  // Another one waits for what may be given back.
  clock.now += 60_000
  expect(await tryJunk(newCommand(), 'junk', 300)).toBe(300 - (maxFailedWraps - killed.tried))
  expect(tried).toHaveLength(maxFailedWraps - killed.tried)
  clock.now += hourMs
  await tryJunk(newCommand(), 'later', 20)
  expect((await stored()).wraps).toHaveLength(maxFailedWraps + failuresPerHour)
  // They may be tried again, as others that have failed.
  expect(await tryJunk(newCommand(), 'killed', killed.tried)).toBe(0)
})

it('waits for the last ones while a command is trying them, and tries them once they are given back', async () => {
  const { newCommand, tryJunk } = await setUpCommands()
  await tryJunk(newCommand(), 'junk', maxFailedWraps - 1)
  const slow = await startTry(newCommand(), 'slow', 1)
  const waiting = newCommand().tryAllowed([{ hash: 'good' }], () => Promise.resolve(new Map()))
  slow.open()
  expect(await waiting).toEqual([])
})

it('gives back what it was trying when that ends with an error', async () => {
  const { newCommand, tryJunk } = await setUpCommands()
  const stopped = await startTry(newCommand(), 'stopped', 100)
  stopped.fail(new Error('stopped'))
  await expect(stopped.ended).rejects.toThrow('stopped')
  expect(await tryJunk(newCommand(), 'junk', maxFailedWraps)).toBe(0)
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
      expect(await command.read()).toMatchObject({ triesLeft: 0, nextTryAt: clock.now + hourMs })
    }
    expect(orders).toEqual([hour % 2 === 0, hour % 2 === 0])
  }
})
