import fc from '../../fastCheck.ts'
import { describe, expect, it } from 'vitest'
import { caseCount } from '../../volume.ts'
import { type LinkConditions, LinkWorld } from './linkWorld.ts'

const anyConditions: fc.Arbitrary<LinkConditions> = fc.record({
  seed: fc.noShrink(fc.nat(2 ** 31 - 1)),
  kind: fc.constantFrom('upload', 'download'),
  hasPassword: fc.boolean(),
  hasEmail: fc.boolean(),
  hasKeys: fc.boolean(),
  faults: fc.constantFrom(0.4, 0.2, 0.05),
  stormSteps: fc.nat(60),
  asksAfterGates: fc.boolean(),
})

const stormy = { kind: 'download', faults: 0.4, asksAfterGates: false } as const
const examples: [LinkConditions][] = [
  // The refusal of a gate that was left comes while the status is asked for.
  [{ ...stormy, seed: 941785911, hasPassword: false, hasEmail: false, hasKeys: true, stormSteps: 22 }],
  // The keys come when the link asks for an address again.
  [{ ...stormy, seed: 521829121, hasPassword: true, hasEmail: false, hasKeys: false, stormSteps: 31 }],
]

const runCount = caseCount(2000, 100_000)

describe('a link that is opened in a world where anything goes wrong', () => {
  it(`keeps every rule in ${runCount} schedules, and opens in the end`, () => {
    const counts = new Map<string, number>()
    fc.assert(
      fc.property(anyConditions, (its) => {
        const world = new LinkWorld(its).run()
        for (const [what, more] of world.counts) counts.set(what, (counts.get(what) ?? 0) + more)
      }),
      { numRuns: runCount, examples },
    )
    // A schedule in which nothing happens shows nothing.
    const happened = [
      ...(['status', 'password', 'password-again', 'address', 'code', 'code-again', 'keys'] as const),
      ...(['open', 'failed', 'gate changed'] as const),
    ]
    for (const what of happened) expect(counts.get(what), what).toBeGreaterThan(0)
  })

  it.each<[Partial<LinkConditions>, string]>([
    [{ kind: 'upload' }, 'status'],
    [{ kind: 'upload', hasPassword: true }, 'status password'],
    [{ kind: 'upload', hasEmail: true }, 'status address code'],
    [{ kind: 'upload', hasPassword: true, hasEmail: true }, 'status password address code'],
    [{}, 'status keys'],
    [{ hasKeys: false }, 'status keys'],
    [{ hasPassword: true }, 'status password keys'],
    [{ hasPassword: true, hasKeys: false }, 'status password keys'],
    [{ hasEmail: true }, 'status address code status keys'],
    [{ hasPassword: true, hasEmail: true }, 'status password address code password-again keys'],
  ])('makes these calls and no others where nothing goes wrong: %j', (its, calls) => {
    const calm = { kind: 'download', hasPassword: false, hasEmail: false, hasKeys: true } as const
    const rest = { seed: 1, faults: 0, stormSteps: 0 }
    for (const asksAfterGates of [false, true]) {
      const world = new LinkWorld({ ...calm, ...rest, asksAfterGates, ...its }).run()
      expect(world.calls.join(' ')).toBe(calls)
    }
  })
})
