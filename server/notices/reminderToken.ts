import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { GateSecretDep } from '../security/emailCodes.ts'
import { hmac } from '../util/tokens.ts'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const idBytes = 8
const tagBytes = 16

/** A key for this purpose alone. */
const keyOf = ({ gateSecret }: GateSecretDep): Buffer => hmac(gateSecret, 'switching off reminders')

/**
 * Creates the token by which a mail switches off reminders to its addressee, and nothing else, without a session. It is
 * the account's id, encrypted and authenticated: nobody can make one for another account, or read from one how many
 * there are.
 */
export function newReminderToken(deps: GateSecretDep, userId: number): string {
  const nonce = randomBytes(nonceBytes)
  const id = Buffer.alloc(idBytes)
  id.writeBigUInt64BE(BigInt(userId))
  const cipher = createCipheriv(algorithm, keyOf(deps), nonce)
  return Buffer.concat([nonce, cipher.update(id), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Id of the account that a token is for; undefined if this server has not made the token. */
export function readReminderToken(deps: GateSecretDep, token: string): number | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== nonceBytes + idBytes + tagBytes) return undefined
  const decipher = createDecipheriv(algorithm, keyOf(deps), bytes.subarray(0, nonceBytes))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  const id = decipher.update(bytes.subarray(nonceBytes, -tagBytes))
  try {
    decipher.final()
  } catch {
    return undefined
  }
  return Number(id.readBigUInt64BE())
}
