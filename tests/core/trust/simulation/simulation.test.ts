import fc from '../../../fastCheck.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { newPair, type UnlockedPair, skipWaiting, useSmallFolderKeys } from '../people.ts'
import { TrustWorld } from './trustWorld.ts'
import { caseCount } from '../../../volume.ts'

/** Schedules of a run, besides the examples. */
const scheduleCount = caseCount(3, 100)
const roundCount = 20
/** Seed and losses. In this one an owner begins a generation while another's answer is on its way. */
const examples: [number, number][] = [[2147483641, 0]]

const sparePairs: UnlockedPair[] = []
beforeAll(async () => {
  sparePairs.push(await newPair(), await newPair(), await newPair())
  useSmallFolderKeys()
  skipWaiting()
})

describe('people who share folders over a bad line, with an honest server', () => {
  it(`keeps every rule in ${scheduleCount + examples.length} schedules`, async () => {
    const counts = new Map<string, number>()
    const seeds = fc.noShrink(fc.nat(2 ** 31 - 1))
    const losses = fc.constantFrom(0, 0.05, 0.2)
    await fc.assert(
      fc.asyncProperty(seeds, losses, async (seed, lost) => {
        const world = new TrustWorld(seed, lost, sparePairs)
        await world.run(roundCount)
        for (const [what, more] of world.counts) counts.set(what, (counts.get(what) ?? 0) + more)
      }),
      { numRuns: scheduleCount + examples.length, examples },
    )
    console.info(Object.fromEntries([...counts].sort()))
    // A schedule in which nothing happens shows nothing.
    const happened = ['add', 'accepted', 'trusted', 'invitation', 'opened', 'reload', 'stays shut']
    const seldom = ['rosterMoved', 'change-unconfirmed', 'sent again', 'unsure', 'key replaced']
    for (const what of [...happened, ...(scheduleCount >= 30 ? seldom : [])])
      expect(counts.get(what), what).toBeGreaterThan(0)
  })
})
