import type { User } from '../../../../contract/schemas/auth.ts'
import type { Passkey } from '../../../../contract/schemas/passkeys.ts'
import { withoutHidden } from '../../../../contract/shownText.ts'
import {
  equalInConstantTime,
  fingerprint,
  fromBase64,
  isCryptoError,
  openPasskeyWrap,
  openStoredPasskeyWrap,
  type PasskeySecret,
  sealPasskeyWrap,
} from '../../../../core/crypto/index.ts'
import { faultOf } from '../../../../core/faults/faultOf.ts'
import { isTemporary, mayHaveSucceeded } from '../../../../core/faults/retries.ts'
import { t } from '../../../../i18n/t.ts'
import { callApi } from '../../../api/client.ts'
import type { OpenedKey } from '../../../session/installKeyPair.ts'
import {
  createCredential,
  type CredentialNames,
  passkeyHost,
  PasskeyError,
  requestPasskeySecret,
  signalUnknownCredential,
} from '../../../session/passkeys/authenticator.ts'
import { loginVerifier } from '../../../session/session.ts'
import {
  type AskAboutForeignKey,
  openCurrentKey,
  keyRefusal,
  type KeyRefusal,
} from '../keyPair/openCurrentKey.ts'
import { loginVerifierIfCorrect } from '../signIn/loginVerifierIfCorrect.ts'

/**
 * The part of a recovery code before a passkey is added. With a passkey, a password that opens nothing but the key is
 * soon forgotten, and backup files need it.
 */
export function recoveryCodeRole({
  password_kind,
  recovery_code_made_at,
}: Pick<User, 'password_kind' | 'recovery_code_made_at'>): 'required' | 'offered' | 'made' {
  if (recovery_code_made_at !== null) return 'made'
  return password_kind === 'login' ? 'offered' : 'required'
}

/** Returns the name that the server accepts: without hidden characters. */
export const cleanPasskeyName = (typed: string): string =>
  withoutHidden(typed).replaceAll(/ +/g, ' ').trim() || t('passkeys.unnamed')

/** The key that a new passkey is to open, and what storing its wrap takes. */
export interface KeyToSeal extends OpenedKey {
  type: 'opened'
  verifier: string
}

/**
 * Opens the stored key with the password: one that is unlocked has no bytes to seal.
 * @throws FaultError, CryptoError; an AbortError, and then its bytes are overwritten
 */
export async function openKeyToSeal(
  username: string,
  password: string,
  ask: AskAboutForeignKey,
  signal: AbortSignal,
): Promise<KeyToSeal | KeyRefusal> {
  const verifier = await loginVerifierIfCorrect(username, password)
  if (verifier === null) return keyRefusal((passwordText) => passwordText('keys.passwordNotVerified'), true)
  const opened = await openCurrentKey(username, password, ask)
  if (opened.type === 'refused') return opened
  if (signal.aborted) opened.pkcs8Bytes.fill(0)
  signal.throwIfAborted()
  return { ...opened, verifier }
}

/** A passkey that the authenticator has created, and that is not known to be stored. */
export interface CreatedPasskey extends Pick<Passkey, 'credential_id' | 'transports'> {
  /** The key, sealed for the first secret; null until an authenticator has given one. */
  wrap: string | null
  /** True while the server may have it. Attempts to store it set it, also those that fail. */
  maybeStored: boolean
}

/** Has the authenticator forget a passkey that opens nothing. */
export function discardPasskey(created: CreatedPasskey): void {
  if (!created.maybeStored) signalUnknownCredential(created)
}

/** The first gesture. Call it in a click. @throws PasskeyError; an AbortError */
export async function createPasskey(
  { pkcs8Bytes }: OpenedKey,
  names: CredentialNames,
  passkeys: readonly Passkey[],
  signal: AbortSignal,
): Promise<CreatedPasskey> {
  const { secret, ...credential } = await createCredential(names, passkeys, signal)
  const created = { ...credential, wrap: null, maybeStored: false }
  try {
    const wrap = secret && (await sealPasskeyWrap(secret, pkcs8Bytes))
    signal.throwIfAborted()
    return { ...created, wrap }
  } catch (error) {
    discardPasskey(created)
    throw error
  }
}

/**
 * [Note: Two equal gestures] Authenticators were seen that give another secret at each use, or another one to another
 * device. So a wrap is stored only once a second gesture has opened it, and added only once the stored one has opened.
 *
 * A further gesture: seals the key if there is no wrap yet, otherwise opens it, stores it, fetches it and opens that.
 * Call it in a click.
 * @param onStoring called before it is sent
 * @throws PasskeyError 'unstable', 'not-kept' and others; FaultError; an AbortError. Unless `canRepeatGesture`, the passkey is
 * discarded
 */
export async function repeatGesture(
  key: KeyToSeal,
  created: CreatedPasskey,
  name: string,
  signal: AbortSignal,
  onStoring: () => void,
): Promise<CreatedPasskey | Passkey> {
  try {
    const { wrap } = created
    const { secret } = await requestPasskeySecret([created], signal)
    if (wrap === null) return { ...created, wrap: await sealPasskeyWrap(secret, key.pkcs8Bytes) }
    const { bytes } = await fingerprint(fromBase64(key.key.publicKeySpki))
    const isSame = await opensSameKey(key, () => openPasskeyWrap(secret, wrap, bytes))
    // After that the bytes are zeros.
    signal.throwIfAborted()
    if (!isSame) throw new PasskeyError('unstable')
    onStoring()
    return await storeAndOpen(key, created, { wrap, name, secret, signal })
  } catch (error) {
    if (signal.aborted || !canRepeatGesture(error)) discardPasskey(created)
    throw error
  }
}

interface WrapToStore {
  wrap: string
  name: string
  secret: PasskeySecret
  signal: AbortSignal
}

async function storeAndOpen(
  key: KeyToSeal,
  created: CreatedPasskey,
  { wrap, name, secret, signal }: WrapToStore,
): Promise<Passkey> {
  const { verifier } = key
  const stored = await storePasskey(key, created, { wrap, name })
  const fetched = await callApi('getPasskeyWrap', { params: { id: stored.id }, signal })
  const isKept = await opensSameKey(key, () => openStoredPasskeyWrap(secret, fetched))
  signal.throwIfAborted()
  if (isKept) return stored
  await callApi('deletePasskey', { params: { id: stored.id }, body: { password: verifier } })
  created.maybeStored = false
  throw new PasskeyError('not-kept')
}

async function storePasskey(
  { key, verifier }: KeyToSeal,
  created: CreatedPasskey,
  { wrap, name }: Pick<WrapToStore, 'wrap' | 'name'>,
): Promise<Passkey> {
  const { credential_id, transports, maybeStored } = created
  const public_key_spki = key.publicKeySpki
  const body = {
    credential_id,
    transports,
    wrap,
    name,
    password: verifier,
    rp_id: passkeyHost(),
    public_key_spki,
  }
  created.maybeStored = true
  try {
    return await callApi('addPasskey', { body }).catch((error: unknown) => findStored(created, error))
  } catch (error) {
    const isKnown = faultOf(error).code === 'passkeyKnown'
    created.maybeStored = maybeStored || isKnown || mayHaveSucceeded(faultOf(error))
    throw error
  }
}

/** Finds the passkey if an earlier attempt has stored it, whose answer was lost. */
async function findStored(
  { credential_id }: Pick<Passkey, 'credential_id'>,
  error: unknown,
): Promise<Passkey> {
  const isStored = faultOf(error).code === 'passkeyKnown'
  const listed = isStored ? await callApi('listPasskeys') : []
  const listedPasskey = listed.find((one) => one.credential_id === credential_id)
  if (listedPasskey === undefined) throw error
  return listedPasskey
}

async function opensSameKey(
  { pkcs8Bytes }: OpenedKey,
  open: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<boolean> {
  try {
    const opened = await open()
    const isSame = equalInConstantTime(opened, pkcs8Bytes)
    opened.fill(0)
    return isSame
  } catch (error) {
    if (isCryptoError(error)) return false
    throw error
  }
}

/** True if the same passkey may be tried again after this error: nothing is known to be wrong with it. */
export const canRepeatGesture = (error: unknown): boolean =>
  error instanceof PasskeyError
    ? error.code === 'refused' || error.code === 'not-created'
    : isTemporary(faultOf(error))

/** @throws FaultError, 401 if the login password is wrong */
export async function renamePasskey(
  username: string,
  { id }: Passkey,
  name: string,
  password: string,
): Promise<void> {
  const body = { name, password: await loginVerifier(username, password) }
  await callApi('renamePasskey', { params: { id }, body })
}

/** Removes a passkey here, and at its authenticator where the browser can. @throws as `renamePasskey` */
export async function removePasskey(username: string, passkey: Passkey, password: string): Promise<void> {
  const body = { password: await loginVerifier(username, password) }
  await callApi('deletePasskey', { params: { id: passkey.id }, body })
  if (passkey.rp_id === passkeyHost()) signalUnknownCredential(passkey)
}
