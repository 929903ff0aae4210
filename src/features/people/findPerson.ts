import { maxRosterNameLength } from '../../../contract/limits.ts'
import type { ResponseOf } from '../../api/client.ts'
import {
  type Bytes,
  fingerprint,
  importRecipientKey,
  isCryptoError,
  readPersonCode,
  tryBase64,
  wordsIn,
} from '../../../core/crypto/index.ts'
import { t } from '../../../i18n/t.ts'
import { noCodeText, type TypedCode, wordsProblem } from './typedCode.ts'

/** A person whose key was compared with what came over another channel. */
export interface FoundPerson {
  readonly user: number
  /** Name in the person's own code; else the user name that was typed. */
  readonly name: string
  /** The server's name for the person, if it differs. */
  readonly serverName: string | null
  readonly fp: string
  /** SPKI of a key with the compared fingerprint that files may be sealed to. */
  readonly publicKey: Bytes
}

interface PersonQuery {
  readonly typed: TypedCode
  readonly username: string
}

type PersonRequest = (
  query: { username: string } | { fingerprint: string },
) => Promise<ResponseOf<'findPerson'>>

/**
 * Requests the person from the server and accepts only a key that matches what was typed.
 * @returns an error as a sentence if it does not match
 * @throws FaultError, 'personUnknown' if there is no such user
 */
export async function findPerson(
  { typed, username }: PersonQuery,
  request: PersonRequest,
): Promise<FoundPerson | string> {
  const code = typed.type === 'code' ? readPersonCode(typed.code) : null
  if (typed.type === 'code' && !code) return noCodeText(typed.code)
  if (typed.type === 'words' && wordsIn(typed.words).length !== 12)
    return t('people.notTwelve', { typed: wordsIn(typed.words).length })
  const name = (code?.name ?? username.trim()).normalize('NFC')
  if (!code && name === '') return t('people.noUsername')
  if (!name.isWellFormed() || name.length > maxRosterNameLength)
    return t('people.nameTooLong', { limit: maxRosterNameLength })

  const response = await request(code ? { fingerprint: code.fp } : { username: name })
  const publicKey = tryBase64(response.public_key_spki)
  if (!publicKey) return t('people.noKey')
  const { b64u: fp } = await fingerprint(publicKey)
  const problem =
    typed.type === 'words'
      ? wordsProblem(typed.words, fp)
      : code?.fp === fp
        ? null
        : t('people.otherKeyGiven')
  if (problem !== null) return problem
  try {
    await importRecipientKey(publicKey)
  } catch (error) {
    if (isCryptoError(error)) return t('people.weakKey')
    throw error
  }
  // The id is part of the remembered data, which would not open again with an invalid one.
  if (!Number.isSafeInteger(response.id) || response.id < 1) return t('people.noNumber')
  const serverName = response.username.normalize('NFC') === name ? null : response.username
  return { user: response.id, name, serverName, fp, publicKey }
}
