import { assertDefined } from './assertDefined.ts'
import { rsaBits } from './limits.ts'

/**
 * True if a big-endian modulus can be that of a public key: it has a supported length and no prime factor
 * below 2^16. A product of small primes passes any check of length, and its private key is easy to compute.
 */
export function isSoundModulus(modulus: Uint8Array): boolean {
  if (!rsaBits.includes(8 * modulus.length) || assertDefined(modulus[0]) < 128) return false
  const n = BigInt(`0x${Array.from(modulus, (byte) => byte.toString(16).padStart(2, '0')).join('')}`)
  return batches().every(({ product, primes }) => {
    const rest = Number(n % product)
    return primes.every((prime) => rest % prime !== 0)
  })
}

interface Batch {
  primes: number[]
  product: bigint
}

let cachedBatches: Batch[] | undefined

/** The primes below 2^16 in groups of three, whose product is a safe integer: a third of the long divisions. */
function batches(): Batch[] {
  if (cachedBatches !== undefined) return cachedBatches
  const all = primesBelow(2 ** 16)
  cachedBatches = Array.from({ length: Math.ceil(all.length / 3) }, (_, i) => {
    const primes = all.slice(3 * i, 3 * i + 3)
    return { primes, product: BigInt(primes.reduce((product, prime) => product * prime)) }
  })
  return cachedBatches
}

/** By the sieve of Eratosthenes. */
function primesBelow(end: number): number[] {
  const isComposite = new Uint8Array(end)
  const primes: number[] = []
  for (let n = 2; n < end; n++) {
    if (isComposite[n] === 1) continue
    primes.push(n)
    for (let multiple = n * n; multiple < end; multiple += n) isComposite[multiple] = 1
  }
  return primes
}
