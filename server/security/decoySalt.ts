import { saltBytes } from '../../contract/limits.ts'
import { hmac } from '../util/tokens.ts'

const periodMs = 365 * 24 * 3_600_000

/**
 * Salt that the server sends for an unknown name. A user's salt changes with the password, so this one changes, too:
 * about every other year, at a time that depends on the name. Otherwise the changes would reveal the users in the long
 * run.
 */
export function decoySalt(secret: Buffer, name: string, now: Date): string {
  const draw = (purpose: string, period: number) => hmac(secret, JSON.stringify([purpose, period, name]))
  let period = Math.floor(now.getTime() / periodMs)
  while (period > 0 && !hasChanged(draw('change', period), now.getTime() - period * periodMs)) period--
  return draw('salt', period).subarray(0, saltBytes).toString('base64')
}

/** @param age time since the start of the period */
const hasChanged = (drawn: Buffer, age: number): boolean =>
  drawn.readUInt8(4) % 2 === 1 && (drawn.readUInt32BE() / 2 ** 32) * periodMs <= age
