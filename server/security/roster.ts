import { constants, createHash, createPublicKey, verify } from 'node:crypto'
import { rosterLabel, rosterSaltBytes, type SignedStatement } from '../../contract/roster.ts'

/** What the next statement names as `prev`, base64url: SHA-256 of the signed bytes and the signature. */
export const statementHash = ({ statement, signature }: SignedStatement): string =>
  createHash('sha256').update(statement).update(Buffer.from(signature, 'base64')).digest('base64url')

/** Whether the statement is signed with this key, given as SPKI in base64: one that passed `isRecipientKey`. */
export const isSignedBy = ({ statement, signature }: SignedStatement, spkiB64: string): boolean =>
  verify(
    'sha256',
    Buffer.from(rosterLabel + statement),
    {
      key: createPublicKey({ key: Buffer.from(spkiB64, 'base64'), format: 'der', type: 'spki' }),
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: rosterSaltBytes,
    },
    Buffer.from(signature, 'base64'),
  )
