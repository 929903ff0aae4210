import fc from '../../../fastCheck.ts'
import { describe, expect, it } from 'vitest'
import { MiB } from '../../../../contract/limits.ts'
import { fileSizeOfKind, type SimulatedConditions, UploadWorld } from './uploadWorld.ts'
import { caseCount } from '../../../volume.ts'

const anyShare = fc.noBias(fc.integer({ min: 0, max: 999 })).map((share) => share / 1000)
const anySeed = fc.noShrink(fc.nat(2 ** 31 - 1))
const anySizes = fc.array(
  fc.tuple(fc.constantFrom(0, 1, 1, 2, 2), anyShare).map(([kind, share]) => fileSizeOfKind(kind, share)),
  { minLength: 1, maxLength: 40, size: 'max' },
)
const rarely = <T>(often: T, seldom: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: fc.constant(often), weight: 2 }, { arbitrary: seldom, weight: 1 })
const anyCount = (max: number) => fc.integer({ min: 1, max })

const anyConditions: fc.Arbitrary<SimulatedConditions> = fc.record({
  seed: anySeed,
  sizes: anySizes,
  threads: anyCount(6),
  faults: fc.constantFrom(0.25, 0.15, 0.08, 0.02),
  stormSteps: fc.noBias(fc.integer({ min: 0, max: 1500 })),
  mostBytes: rarely(Infinity, fc.double({ min: 5.3 * MiB, max: 17 * MiB, noNaN: true })),
  saysSo: fc.boolean(),
  quota: rarely(Infinity, fc.integer({ min: 0, max: 400 * MiB })),
  journalFailsFrom: rarely(Infinity, anyCount(40)),
  removalsThatFail: fc.constantFrom(0, 1, 5, Infinity),
  isDirect: fc.boolean(),
  storeFails: fc.constantFrom(0, 0.05, 0.4, 1),
  storeAlters: rarely(0, fc.constantFrom(0.05, 0.4, 1)),
  mayCancel: fc.boolean(),
  mayLoseLink: rarely(false, fc.constant(true)),
})

/** Schedules of a run. */
const runCount = caseCount(400, 15_000)

describe('an upload in a world where anything goes wrong', () => {
  it(`keeps every rule in ${runCount} schedules`, () => {
    const counts = new Map<string, number>()
    let steps = 0
    fc.assert(
      fc.property(anyConditions, (its) => {
        const world = new UploadWorld(its).run()
        steps += world.steps
        for (const [what, more] of world.counts) counts.set(what, (counts.get(what) ?? 0) + more)
      }),
      { numRuns: runCount },
    )
    console.info(`${steps} steps`, Object.fromEntries([...counts].sort()))
    // A schedule in which nothing happens shows nothing.
    const happened = [
      'deaths',
      'reloads',
      'unsafe',
      'memory',
      'gate passed',
      'too large',
      'taken',
      'went straight',
      'store failed',
      'altered',
      'partsMissing',
      'came through us',
      'rolled back',
      'stored',
    ]
    for (const what of happened) expect(counts.get(what), what).toBeGreaterThan(0)
  }, 900_000)

  it('stores every file, and tells the last one, where nothing goes wrong', () => {
    fc.assert(
      fc.property(anyConditions, (its) => {
        const calm = { ...its, faults: 0, storeAlters: 0, quota: Infinity, journalFailsFrom: Infinity }
        const world = new UploadWorld(calm).run()
        expect(world.counts.get('stored')).toBe(its.sizes.length)
        // Files that go again in smaller requests end the batch once more.
        expect(world.counts.get('last told')).toBeGreaterThanOrEqual(1)
        if (!world.counts.has('too large')) expect(world.counts.get('last told')).toBe(1)
      }),
      { numRuns: Math.max(50, Math.ceil(runCount / 8)) },
    )
  })
})
