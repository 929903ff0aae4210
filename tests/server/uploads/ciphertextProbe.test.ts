import { createCipheriv, randomBytes } from 'node:crypto'
import fc from '../../fastCheck.ts'
import { readFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  chiSquareLimit,
  CiphertextProbe,
  minProbedBytes,
  probedBytes,
} from '../../../server/uploads/ciphertextProbe.ts'

function probeWith(...pieces: Uint8Array[]): CiphertextProbe {
  const probe = new CiphertextProbe()
  for (const piece of pieces) probe.add(piece)
  return probe
}

describe('what may be ciphertext', () => {
  it('is everything that AES writes, at any length, in any pieces', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: probedBytes + 1000 }),
        fc.uint8Array({ minLength: 48, maxLength: 48 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (length, seed, cut) => {
          const cipher = createCipheriv('aes-256-ctr', seed.subarray(0, 32), seed.subarray(32))
          const bytes = cipher.update(Buffer.alloc(length))
          const at = Math.floor(cut * length)
          const whole = probeWith(bytes)
          const pieces = probeWith(bytes.subarray(0, at), bytes.subarray(at))
          expect(pieces.chiSquare).toBe(whole.chiSquare)
          expect(whole.mayBeCiphertext).toBe(true)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('is no text, whatever its words and its length', () => {
    const words = fc.array(fc.lorem({ maxCount: 5, mode: 'sentences' }), { minLength: 40, maxLength: 60 })
    fc.assert(
      fc.property(words, fc.integer({ min: minProbedBytes, max: 1000 }), (sentences, length) => {
        const text = Buffer.from(sentences.join(' ')).subarray(0, length)
        expect(text.length).toBeGreaterThanOrEqual(minProbedBytes)
        expect(probeWith(text).mayBeCiphertext).toBe(false)
      }),
    )
  })

  it.each([
    ['zeros', () => Buffer.alloc(minProbedBytes)],
    ['a counter', () => Buffer.from(Uint32Array.from({ length: 100 }, (_, i) => i).buffer)],
    ['base64 of ciphertext', () => Buffer.from(randomBytes(300).toString('base64'))],
    ['ciphertext behind a header of 1 KiB', () => Buffer.concat([Buffer.alloc(1024), randomBytes(30_000)])],
    ['this source', () => readFile(new URL(import.meta.url))],
    ['a program', () => readFile(process.execPath)],
  ])('is not: %s', async (_name, read) => {
    expect(probeWith(await read()).mayBeCiphertext).toBe(false)
  })

  it('may be compressed data: nobody can tell that from the distribution of its bytes', async () => {
    const text = await readFile(new URL('../../../package-lock.json', import.meta.url))
    expect(probeWith(deflateSync(text)).chiSquare).toBeLessThan(2 * chiSquareLimit)
  })

  it('is anything shorter than can be told apart', () => {
    expect(probeWith(Buffer.alloc(minProbedBytes - 1)).mayBeCiphertext).toBe(true)
  })

  it('is decided by the first 64 KiB', () => {
    const probe = probeWith(randomBytes(probedBytes), Buffer.alloc(1_000_000))
    expect(probe.mayBeCiphertext).toBe(true)
  })
})

/** The proof in docs/decisions/0006-is-it-ciphertext.md, in figures. */
describe('a random file is refused less than once in 10⁹', () => {
  it('by the exact distribution, where it is widest', () => {
    expect(exactTailProbability(64)).toBeGreaterThan(1e-9)
    expect(exactTailProbability(minProbedBytes)).toBeLessThan(3e-11)
    expect(exactTailProbability(minProbedBytes)).toBeGreaterThan(1e-11)
  })

  it.each([400, 1000, 4096, 16_384, probedBytes])('by an upper bound, for %i bytes', (n) => {
    expect(tailProbabilityBound(n)).toBeLessThan(1e-9)
  })
})

/**
 * P(χ² > limit) of n random bytes, exactly. χ² = 256 + 512 C / n - n, where C counts pairs of equal bytes. The
 * 256 values are taken one after the other: `ways` holds the probability that those so far have m bytes and C pairs;
 * all C above the limit are one state.
 */
function exactTailProbability(n: number): number {
  const most = Math.floor(((chiSquareLimit + n - 256) * n) / 512)
  const width = most + 2
  const poisson = [Math.exp(-n / 256)]
  while ((poisson.at(-1) ?? 0) > 1e-40) poisson.push(((poisson.at(-1) ?? 0) * n) / 256 / poisson.length)
  let ways = new Float64Array((n + 1) * width)
  ways[0] = 1
  for (let value = 0; value < 256; value++) {
    const next = new Float64Array(ways.length)
    for (const [at, probability] of ways.entries()) {
      if (probability < 1e-60) continue
      const m = Math.floor(at / width)
      const pairs = at % width
      for (let k = 0; k < poisson.length && m + k <= n; k++) {
        const to = (m + k) * width + Math.min(most + 1, pairs + (k * (k - 1)) / 2)
        next[to] = (next[to] ?? 0) + probability * (poisson[k] ?? 0)
      }
    }
    ways = next
  }
  // Given that there are n bytes in all, the independent Poisson counts are those of n random bytes.
  const withAll = ways.subarray(n * width)
  return (withAll[most + 1] ?? 0) / withAll.reduce((sum, probability) => sum + probability, 0)
}

/**
 * An upper bound of the same, for larger n. Either some value comes more than K times: at most 256 times the bound of
 * Chernoff and Hoeffding for one. Or none does, and then for any θ > 0 and z > 0, with S = Σ count²,
 * P(S ≥ s) ≤ e^(-θ s) · n! / (256 z)^n · (Σ_{k ≤ K} z^k e^(θ k²) / k!)^256.
 */
function tailProbabilityBound(n: number): number {
  const mean = n / 256
  const s = ((chiSquareLimit + n) * n) / 256
  const logFactorial = [0]
  for (let k = 1; k <= n; k++) logFactorial.push((logFactorial[k - 1] ?? 0) + Math.log(k))
  const K = Math.min(n, Math.ceil(mean + 10 * Math.sqrt(mean) + 10))
  const p = (K + 1) / n
  const divergence = p * Math.log(p * 256) + (1 - p) * Math.log(((1 - p) * 256) / 255)
  const someValueOften = 256 * Math.exp(-n * divergence)
  const logBound = (theta: number, logZ: number) => {
    const terms = Array.from({ length: K + 1 }, (_, k) => k * logZ + theta * k * k - (logFactorial[k] ?? 0))
    const largest = Math.max(...terms)
    const logSum = largest + Math.log(terms.reduce((sum, term) => sum + Math.exp(term - largest), 0))
    return -theta * s + (logFactorial[n] ?? 0) - n * (Math.log(256) + logZ) + 256 * logSum
  }
  // Any pair gives a bound; the best lies near θ = t / mean for small t, and is found well enough on a grid.
  let best = Infinity
  for (let t = 0.1; t < 0.45; t += 0.02) {
    for (let shift = 0; shift < 1.2; shift += 0.01) {
      best = Math.min(best, logBound(t / mean, Math.log(mean) - shift))
    }
  }
  return someValueOften + Math.exp(best)
}
