import {
  headAfter,
  isLaterStatement,
  readStatement,
  type RosterHead,
  rosterLabel,
  type RosterProblem,
  rosterSaltBytes,
  type SignedStatement,
  signerOf,
  type Statement,
  statementText,
} from '../../contract/roster.ts'
import { type Bytes, concat, toBase64, toBase64Url, tryBase64, utf8 } from './bytes.ts'
import { CryptoError } from './errors.ts'
import { fingerprint } from './fingerprint.ts'
import { importRecipientKey } from './keyWrap.ts'
import { importPkcs8 } from './pkcs8.ts'
import { sha256 } from './primitives.ts'

/** FORMAT.md, 15: roster statements, signed with the signer's personal key. */
const keyAlgorithm = { name: 'RSA-PSS', hash: 'SHA-256' } as const
const signature = { name: 'RSA-PSS', saltLength: rosterSaltBytes } as const

/** Imports for `signStatement`; not extractable. @throws CryptoError 'bad-format' */
export async function importSigningKey(pkcs8Bytes: Bytes): Promise<CryptoKey> {
  try {
    return await importPkcs8(pkcs8Bytes, keyAlgorithm, false, ['sign'])
  } catch {
    throw new CryptoError('bad-format')
  }
}

export async function signStatement(signingKey: CryptoKey, statement: Statement): Promise<SignedStatement> {
  const text = statementText(statement)
  const signed = await crypto.subtle.sign(signature, signingKey, signedBytes(text))
  return { statement: text, signature: toBase64(new Uint8Array(signed)) }
}

const signedBytes = (text: string): Bytes => concat(utf8(rosterLabel), utf8(text))

/** The next statement's `prev`, base64url. @throws CryptoError 'bad-format' */
export async function statementHash({ statement, signature: b64 }: SignedStatement): Promise<string> {
  const bytes = tryBase64(b64)
  if (!bytes) throw new CryptoError('bad-format')
  return toBase64Url(await sha256(concat(utf8(statement), bytes)))
}

type PublicKeys = ReadonlyMap<string, Bytes>

/** @param spkisB64 keys from a server; those that are not base64 are skipped */
export async function publicKeysByFingerprint(spkisB64: readonly string[]): Promise<Map<string, Bytes>> {
  const keys = new Map<string, Bytes>()
  for (const b64 of spkisB64) {
    const spkiBytes = tryBase64(b64)
    if (spkiBytes) keys.set((await fingerprint(spkiBytes)).b64u, spkiBytes)
  }
  return keys
}

export interface VerifiedStatement {
  readonly signed: SignedStatement
  readonly statement: Statement
  readonly hash: string
  /** Fingerprint of the key that verified it. */
  readonly signer: string
}

export interface Roster {
  /** Hash and state of the last statement. */
  readonly head: RosterHead
  /** All statements from the first on; never empty. */
  readonly statements: readonly VerifiedStatement[]
}

/** The defect of a chain, and the statement where it begins. */
export interface BrokenRoster {
  readonly problem: RosterProblem | 'signature' | 'empty'
  readonly seq: number
}

export const isBrokenRoster = (roster: Roster | BrokenRoster): roster is BrokenRoster => 'problem' in roster

/** @throws CryptoError 'newer-version' if a statement is of a later version */
export async function verifyRoster(
  chain: readonly SignedStatement[],
  publicKeys: PublicKeys,
): Promise<Roster | BrokenRoster> {
  let head: RosterHead | null = null
  const statements: VerifiedStatement[] = []
  for (const [i, signed] of chain.entries()) {
    const verified = await verifyStatement(head, signed, publicKeys)
    if ('problem' in verified) return { problem: verified.problem, seq: i + 1 }
    head = headAfter(head, verified.statement, verified.hash)
    statements.push(verified)
  }
  return head === null ? { problem: 'empty', seq: 1 } : { head, statements }
}

/** Reads a chain that this device verified and stored, without its keys; empty if it is none. */
export async function readStoredRoster(
  chain: readonly SignedStatement[],
): Promise<readonly VerifiedStatement[]> {
  let head: RosterHead | null = null
  const statements: VerifiedStatement[] = []
  for (const signed of chain) {
    const statement = readStatement(signed.statement)
    const signer = statement && signerOf(head, statement)
    if (!signer || 'problem' in signer) return []
    const hash = await statementHash(signed)
    head = headAfter(head, statement, hash)
    statements.push({ signed, statement, hash, signer: signer.fp })
  }
  return statements
}

async function verifyStatement(
  head: RosterHead | null,
  signed: SignedStatement,
  publicKeys: PublicKeys,
): Promise<VerifiedStatement | { problem: BrokenRoster['problem'] }> {
  const statement = readStatement(signed.statement)
  if (statement === null && isLaterStatement(signed.statement)) throw new CryptoError('newer-version')
  if (statement === null) return { problem: 'spelling' }
  const signer = signerOf(head, statement)
  if ('problem' in signer) return signer
  const spkiBytes = publicKeys.get(signer.fp)
  if (!spkiBytes || !(await isSignedBy(spkiBytes, signed))) return { problem: 'signature' }
  return { signed, statement, hash: await statementHash(signed), signer: signer.fp }
}

async function isSignedBy(
  spkiBytes: Bytes,
  { statement, signature: b64 }: SignedStatement,
): Promise<boolean> {
  const bytes = tryBase64(b64)
  if (!bytes) return false
  try {
    return await crypto.subtle.verify(signature, await verifyingKey(spkiBytes), bytes, signedBytes(statement))
  } catch {
    return false
  }
}

/** Cache of imported keys by their bytes: a key that signs a thousand statements is checked once. */
const verifyingKeys = new WeakMap<Bytes, Promise<CryptoKey>>()

function verifyingKey(spkiBytes: Bytes): Promise<CryptoKey> {
  let key = verifyingKeys.get(spkiBytes)
  if (key === undefined) {
    key = importRecipientKey(spkiBytes).then(() =>
      crypto.subtle.importKey('spki', spkiBytes, keyAlgorithm, false, ['verify']),
    )
    verifyingKeys.set(spkiBytes, key)
  }
  return key
}
