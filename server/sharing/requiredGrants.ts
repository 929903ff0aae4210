import type { z } from 'zod'
import type { rosterChange } from '../../contract/schemas/sharing.ts'
import { modulusBytes } from '../security/publicKeys.ts'

type Grant = z.output<typeof rosterChange>['grants'][number]

interface RequiredGrants {
  user: number
  publicKey: string
  /** First generation to be granted; all later ones are, too. None if it is beyond the newest. */
  fromGen: number
}

/**
 * True if the grants are exactly the required ones up to generation `gen`, each once.
 * FORMAT.md, 14: 'Whoever is named with a new fingerprint is granted all generations.'
 */
export function areRequiredGrants(
  grants: readonly Grant[],
  required: readonly RequiredGrants[],
  gen: number,
): boolean {
  const lengths = new Map(
    required.flatMap(({ user, publicKey, fromGen }) => {
      const length = modulusBytes(publicKey)
      return Array.from({ length: Math.max(0, gen - fromGen + 1) }, (_, i): [string, number] => [
        grantIdOf({ user, gen: fromGen + i }),
        length,
      ])
    }),
  )
  return (
    grants.length === lengths.size &&
    new Set(grants.map(grantIdOf)).size === grants.length &&
    grants.every((one) => isWrappedKey(one.grant, lengths.get(grantIdOf(one))))
  )
}

const grantIdOf = ({ user, gen }: Pick<Grant, 'user' | 'gen'>): string => `${user} ${gen}`

/** RSA-OAEP ciphertext (FORMAT.md, 14) is as long as the modulus. */
const isWrappedKey = (b64: string, length: number | undefined): boolean =>
  isCanonicalBase64(b64) && Buffer.byteLength(b64, 'base64') === length

export const isCanonicalBase64 = (b64: string): boolean =>
  Buffer.from(b64, 'base64').toString('base64') === b64
