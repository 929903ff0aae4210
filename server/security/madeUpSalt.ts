import { saltBytes } from '../../contract/limits.ts'
import { hmac } from './tokens.ts'

const periodMs = 365 * 24 * 3_600_000

/**
 * The salt of a name that nobody has. That of a person changes with their password, so this changes, too: in every other
 * year or so, at a moment that is the name's own. Else who asks again much later would know who is a person by the change.
 */
export function madeUpSalt(secret: Buffer, name: string, now: Date): string {
  const draw = (what: string, period: number) => hmac(secret, JSON.stringify([what, period, name]))
  let period = Math.floor(now.getTime() / periodMs)
  while (period > 0 && !hasChanged(draw('change', period), now.getTime() - period * periodMs)) period--
  return draw('salt', period).subarray(0, saltBytes).toString('base64')
}

/** @param drawn of the period, which is so old */
const hasChanged = (drawn: Buffer, age: number): boolean =>
  drawn.readUInt8(4) % 2 === 1 && (drawn.readUInt32BE() / 2 ** 32) * periodMs <= age
