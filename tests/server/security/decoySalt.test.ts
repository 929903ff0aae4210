import { describe, expect, it } from 'vitest'
import { saltBytes } from '../../../contract/limits.ts'
import { decoySalt } from '../../../server/security/decoySalt.ts'

const serverSecret = Buffer.alloc(32, 7)
const hourMs = 3_600_000
const beginMs = Date.UTC(2026, 10, 25)
const yearCount = 10
const names = Array.from({ length: 30 }, (_, n) => `name ${n}`)

/** The hours, since `begin`, in which the salt of this name changes; it is asked for every thirty. */
function saltChangeHours(name: string): number[] {
  const changes: number[] = []
  let before = decoySalt(serverSecret, name, new Date(beginMs))
  for (let at = 30; at < yearCount * 365 * 24; at += 30) {
    const salt = decoySalt(serverSecret, name, new Date(beginMs + at * hourMs))
    if (salt !== before) changes.push(at)
    before = salt
  }
  return changes
}

describe('the salt of a name that nobody has', () => {
  const changes = names.map(saltChangeHours)
  const all = changes.flat()

  it('changes once in two years or so', () => {
    expect(all.length / names.length / yearCount).toBeGreaterThan(0.35)
    expect(all.length / names.length / yearCount).toBeLessThan(0.65)
  })

  it('changes for every name at moments of its own', () => {
    // No hour, day or date at which many do.
    expect(new Set(all).size).toBeGreaterThan(0.9 * all.length)
    expect(new Set(all.map((at) => at % 24)).size).toBe(4)
  })

  it('stays for years with some, as with people who change nothing', () => {
    const longest = changes.map((times) => {
      const bounds = [0, ...times, yearCount * 365 * 24]
      return Math.max(...bounds.slice(1).map((at, n) => at - (bounds[n] ?? 0)))
    })
    expect(longest.filter((hours) => hours > 3 * 365 * 24).length).toBeGreaterThan(names.length / 4)
  })

  it('never comes back, and is that of the secret and the name', () => {
    const at = new Date(beginMs)
    const salts = names.flatMap((name) =>
      [0, 4, 8].map((year) => decoySalt(serverSecret, name, new Date(beginMs + year * 365 * 24 * hourMs))),
    )
    expect(salts.every((salt) => Buffer.from(salt, 'base64').length === saltBytes)).toBe(true)
    expect(decoySalt(serverSecret, 'a', at)).toBe(decoySalt(serverSecret, 'a', at))
    expect(decoySalt(serverSecret, 'a', at)).not.toBe(decoySalt(serverSecret, 'b', at))
    expect(decoySalt(Buffer.alloc(32, 8), 'a', at)).not.toBe(decoySalt(serverSecret, 'a', at))
  })
})
