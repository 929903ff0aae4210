import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export interface MinisignKey {
  /** As in a .pub file. */
  readonly publicKey: string
  /** @returns as in a .minisig file */
  readonly sign: (content: Uint8Array, comment?: string) => string
}

/** A key of minisign, made for a test. */
export function newMinisignKey(): MinisignKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const keyId = randomBytes(8)
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const base64 = (...parts: (string | Uint8Array)[]) =>
    Buffer.concat(parts.map((part) => Buffer.from(part))).toString('base64')
  return {
    publicKey: `untrusted comment: minisign public key\n${base64('Ed', keyId, raw)}\n`,
    sign(content, comment = 'sealpost 0.1.0') {
      const signature = sign(null, createHash('blake2b512').update(content).digest(), privateKey)
      const global = sign(null, Buffer.concat([signature, Buffer.from(comment)]), privateKey)
      return `untrusted comment: signature\n${base64('ED', keyId, signature)}\ntrusted comment: ${comment}\n${base64(global)}\n`
    },
  }
}
