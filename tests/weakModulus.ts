const bytesOf = (n: bigint): Uint8Array => {
  const hex = n.toString(16)
  return Uint8Array.from(Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex'))
}

export const hasBits = (modulus: Uint8Array, bits: number): boolean =>
  BigInt(`0x${Buffer.from(modulus).toString('hex')}`).toString(2).length === bits

/** A number of so many bits that the prime divides. */
export function timesPrime(prime: number, bits: number): Uint8Array {
  const top = (3n << BigInt(bits - 2)) + 1n
  return bytesOf(top - (top % BigInt(prime)) + BigInt(prime))
}

/** A product of primes below 2^16, so many bits long: whoever sees it has its private key at once. */
export function weakModulus(bits: number): Uint8Array {
  let n = 1n
  for (let p = 65_521; n.toString(2).length < bits - 16; p -= 2) if (isPrime(p)) n *= BigInt(p)
  for (let p = 3; ; p += 2) {
    const product = n * BigInt(p)
    if (isPrime(p) && product.toString(2).length === bits) return bytesOf(product)
  }
}

function isPrime(n: number): boolean {
  for (let d = 3; d * d <= n; d += 2) if (n % d === 0) return false
  return n % 2 === 1
}
