import { blake2b } from '@noble/hashes/blake2.js'
import { type Bytes, concat, fromUtf8, tryBase64, utf8 } from './bytes.ts'

/** The file is no signature or key, or the signature is not of this key and content. The message says which. */
export class SignatureError extends Error {}

/** Lengths in bytes: https://jedisct1.github.io/minisign/ */
const [algorithmBytes, keyIdBytes, keyBytes, signatureBytes] = [2, 8, 32, 64]
const idBytes = algorithmBytes + keyIdBytes
const commentPrefix = 'trusted comment: '

function decodedLine(line: string | undefined, length: number, kind: string): Bytes {
  const bytes = tryBase64(line ?? '')
  if (bytes?.length !== length) throw new SignatureError(`This is no ${kind}.`)
  return bytes
}

const splitId = (bytes: Bytes) => ({
  algorithm: fromUtf8(bytes.subarray(0, algorithmBytes)),
  keyId: String(bytes.subarray(algorithmBytes, idBytes)),
  /** The key or the signature. */
  rest: bytes.slice(idBytes),
})

const linesOf = (text: string): string[] => text.trimEnd().split(/\r?\n/)

/**
 * Verifies a signature of minisign, prehashed: Ed25519 of the BLAKE2b-512 of the content.
 * @param signature content of a .minisig file
 * @param key content of a .pub file, or its last line
 * @returns the trusted comment, which is signed as well
 * @throws SignatureError; NotSupportedError where Web Crypto has no Ed25519
 */
export async function verifyMinisign(content: Uint8Array, signature: string, key: string): Promise<string> {
  const publicKey = splitId(decodedLine(linesOf(key).at(-1), idBytes + keyBytes, 'public key of minisign'))
  if (publicKey.algorithm !== 'Ed') throw new SignatureError('This is no public key of minisign.')
  const [, signatureLine, commentLine = '', globalLine, ...more] = linesOf(signature)
  const signed = splitId(decodedLine(signatureLine, idBytes + signatureBytes, 'signature of minisign'))
  const global = decodedLine(globalLine, signatureBytes, 'signature of minisign')
  if (!commentLine.startsWith(commentPrefix) || more.length > 0)
    throw new SignatureError('This is no signature of minisign.')
  if (signed.algorithm !== 'ED')
    throw new SignatureError('The signature is of an older form, which minisign no longer makes.')
  if (signed.keyId !== publicKey.keyId) throw new SignatureError('The signature was made with another key.')
  const comment = commentLine.slice(commentPrefix.length)
  const verifyKey = await crypto.subtle.importKey('raw', publicKey.rest, 'Ed25519', false, ['verify'])
  const verify = (mark: Bytes, message: Bytes) => crypto.subtle.verify('Ed25519', verifyKey, mark, message)
  if (!(await verify(signed.rest, blake2b(content))))
    throw new SignatureError('The signature does not match.')
  if (!(await verify(global, concat(signed.rest, utf8(comment)))))
    throw new SignatureError('The comment of the signature does not match.')
  return comment
}
