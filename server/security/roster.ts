import { constants, createHash, createPublicKey, verify } from 'node:crypto'
import { rosterLabel, rosterSaltBytes, type SignedStatement } from '../../contract/roster.ts'

/** SHA-256 of signed bytes and signature, base64url; `prev` of the next statement. */
export const statementHash = ({ statement, signature }: SignedStatement): string =>
  createHash('sha256').update(statement).update(Buffer.from(signature, 'base64')).digest('base64url')

/** Returns whether the statement is signed with this key (SPKI in base64), which must have passed `isRecipientKey`. */
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
