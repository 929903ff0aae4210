import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { measureAlternately, type Side } from '../../bench/measure/rounds.ts'

const watched = { browser: process.pid, server: process.pid, plainServer: process.pid }

/** Two sides that write down what is done with them. */
function sidesWithLog(failsIn?: string) {
  const log: string[] = []
  const side = (name: string): Side => ({
    ...{ name, bytes: 1, files: 1 },
    prepare: () => {
      log.push(`prepare ${name}`)
      return Promise.resolve({
        run: () => {
          log.push(`run ${name}`)
          return name === failsIn ? Promise.reject(new Error('gone')) : Promise.resolve(1)
        },
        end: async () => {
          await setImmediate()
          log.push(`clear ${name}`)
        },
      })
    },
  })
  return { log, sides: [side('a'), side('b')] }
}

const roundOf = (name: string) => [`prepare ${name}`, `run ${name}`, `clear ${name}`]

describe('rounds', () => {
  it('run the sides in both orders, and clear up after each before the next is prepared', async () => {
    const { log, sides } = sidesWithLog()
    const samples = await measureAlternately(watched, sides, 2)
    expect(log).toEqual(['a', 'b', 'b', 'a'].flatMap(roundOf))
    expect(samples.map(({ side, round }) => `${side}${round}`)).toEqual(['a0', 'b0', 'b1', 'a1'])
  })

  it('clear up also where the run has failed', async () => {
    const { log, sides } = sidesWithLog('a')
    await expect(measureAlternately(watched, sides, 1)).rejects.toThrow('gone')
    expect(log).toEqual(roundOf('a'))
  })
})
