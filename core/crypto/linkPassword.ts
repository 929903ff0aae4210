import { assertDefined } from '../../contract/assertDefined.ts'

/**
 * Generates a password that can be dictated: two German nouns, two digits (they read as a year) and a number
 * from 100 to 999, such as 'LaterneApfelbaum47583'. With 4 187 nouns that is 40 bits, behind a slow hash and
 * a limit on attempts. The nouns are plain ASCII, which every keyboard has.
 */
export async function generateLinkPassword(): Promise<string> {
  const { germanNouns } = await import('./germanNouns.ts')
  const noun = () => assertDefined(germanNouns[randomBelow(germanNouns.length)])
  const year = String(randomBelow(100)).padStart(2, '0')
  return noun() + noun() + year + String(100 + randomBelow(900))
}

const range = 2 ** 32

/** A uniformly distributed integer from 0 to below `limit`. */
function randomBelow(limit: number): number {
  const fair = range - (range % limit)
  for (;;) {
    const drawn = assertDefined(crypto.getRandomValues(new Uint32Array(1))[0])
    if (drawn < fair) return drawn % limit
  }
}
