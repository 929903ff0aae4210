import type { z } from 'zod'
import type { rosterChange } from '../../contract/schemas/sharing.ts'
import { modulusBytes } from '../security/fingerprint.ts'

type Grant = z.output<typeof rosterChange>['grants'][number]

/** Required grants of one member. */
interface WantedGrants {
  user: number
  publicKey: string
  /** First generation to be granted; all later ones are, too. None if it is beyond the newest. */
  fromGen: number
}

/** True if the grants are exactly the wanted ones up to generation `gen`, each once. */
export function areGrantsFor(
  grants: readonly Grant[],
  wanted: readonly WantedGrants[],
  gen: number,
): boolean {
  const lengths = new Map(
    wanted.flatMap(({ user, publicKey, fromGen }) => {
      const length = modulusBytes(publicKey)
      return Array.from({ length: Math.max(0, gen - fromGen + 1) }, (_, i): [string, number] => [
        nameOf({ user, gen: fromGen + i }),
        length,
      ])
    }),
  )
  return (
    grants.length === lengths.size &&
    new Set(grants.map(nameOf)).size === grants.length &&
    grants.every((one) => isWrapped(one.grant, lengths.get(nameOf(one))))
  )
}

const nameOf = ({ user, gen }: Pick<Grant, 'user' | 'gen'>): string => `${user} ${gen}`

/** RSA-OAEP ciphertext is as long as the modulus. */
function isWrapped(b64: string, length: number | undefined): boolean {
  const bytes = Buffer.from(b64, 'base64')
  return bytes.length === length && bytes.toString('base64') === b64
}
