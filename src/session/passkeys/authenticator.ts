import {
  type Bytes,
  importPasskeySecret,
  isCryptoError,
  passkeyInput,
  type PasskeySecret,
} from '../../../core/crypto/index.ts'
import { randomBytes, toBase64Url, tryBase64Url } from '../../../core/crypto/bytes.ts'
import type { Passkey } from '../../../contract/schemas/passkeys.ts'

/**
 * [Note: Passkeys]
 * A passkey opens the private key; it never signs in, and nothing verifies its signature, so challenges are random
 * and forgotten. What the authenticator derives from a constant input (the extension `prf`) is the secret of a box
 * around the private key (FORMAT.md, 19). It is imported as a handle at once and its bytes overwritten; credentials
 * are never serialized, since `toJSON()` contains them. The authenticator verifies its user at each use, because it
 * derives another secret without that.
 */

/** Why this page cannot use passkeys. */
export type PasskeyObstacle = 'address' | 'browser'

interface PasskeyEnvironment {
  hostname: string
  isSecureContext: boolean
  hasCredentials: boolean
  /** Null where the browser does not say. */
  capabilities: Readonly<Record<string, boolean | undefined>> | null
}

/** Null if passkeys are possible: on a host name, since no address is one, over https, in a browser that derives secrets. */
export function passkeyObstacleIn(environment: PasskeyEnvironment): PasskeyObstacle | null {
  const { hostname, isSecureContext, hasCredentials, capabilities } = environment
  if (!isSecureContext || !isHostName(hostname)) return 'address'
  return hasCredentials && capabilities?.['extension:prf'] !== false ? null : 'browser'
}

/** Addresses are in the spelling of `location`: IPv4 as four numbers, IPv6 in brackets. */
const isHostName = (hostname: string): boolean => hostname !== '' && !/^\[|^[\d.]+$/.test(hostname)

/** Returns what keeps this page from using passkeys, or null. */
export async function findPasskeyObstacle(): Promise<PasskeyObstacle | null> {
  const hasCredentials = typeof PublicKeyCredential === 'function'
  const capabilities = hasCredentials ? await clientCapabilities() : null
  return passkeyObstacleIn({ hostname: passkeyHost(), isSecureContext, hasCredentials, capabilities })
}

async function clientCapabilities(): Promise<PasskeyEnvironment['capabilities']> {
  try {
    return await PublicKeyCredential.getClientCapabilities()
  } catch {
    // Older browsers do not have it.
    return null
  }
}

export const passkeyHost = (): string => location.hostname

export const isPasskeyOfThisHost = ({ rp_id }: Pick<Passkey, 'rp_id'>): boolean => rp_id === passkeyHost()

export type PasskeyErrorCode =
  /** Cancelled, timed out, the user not verified, or no such passkey: browsers do not tell which. */
  | 'refused'
  /** The same at creation. */
  | 'not-created'
  /** The authenticator derives no secrets. */
  | 'no-secret'
  /** The authenticator has a passkey of this account already. */
  | 'present'
  /** The browser does not allow passkeys on this page. */
  | 'not-allowed-here'
  /** The authenticator cannot verify its user. */
  | 'no-verification'
  /** Two gestures gave two secrets. */
  | 'unstable'
  /** The stored key does not open as it was sent. */
  | 'not-kept'

export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
  readonly code: PasskeyErrorCode

  constructor(code: PasskeyErrorCode) {
    super(code)
    this.code = code
  }
}

const codesByErrorName: Readonly<Partial<Record<string, PasskeyErrorCode>>> = {
  InvalidStateError: 'present',
  SecurityError: 'not-allowed-here',
  ConstraintError: 'no-verification',
  NotSupportedError: 'no-secret',
}

/** Converts the errors of browsers; others pass through, such as an AbortError. */
async function orPasskeyError(
  credential: Promise<Credential | null>,
  notAllowed: PasskeyErrorCode,
): Promise<PublicKeyCredential> {
  try {
    return (await credential) as PublicKeyCredential
  } catch (error) {
    const code = error instanceof DOMException ? codeOf(error, notAllowed) : undefined
    throw code === undefined ? error : new PasskeyError(code)
  }
}

function codeOf({ name, message }: DOMException, notAllowed: PasskeyErrorCode): PasskeyErrorCode | undefined {
  if (name !== 'NotAllowedError') return codesByErrorName[name]
  // Chromium has no error of its own for a certificate that it does not trust.
  return /certificate/i.test(message) ? 'not-allowed-here' : notAllowed
}

type KnownPasskey = Pick<Passkey, 'credential_id' | 'transports'>

/** Ids come from the server; one that is none is left out. */
const descriptorsOf = (passkeys: readonly KnownPasskey[]): PublicKeyCredentialDescriptor[] =>
  passkeys.flatMap(({ credential_id, transports }) => {
    const id = tryBase64Url(credential_id)
    return id?.length ? [{ type: 'public-key', id, transports: transports as AuthenticatorTransport[] }] : []
  })

const prfExtension = (): AuthenticationExtensionsClientInputs => ({ prf: { eval: { first: passkeyInput } } })

export interface NewCredential extends KnownPasskey {
  /** Null if the authenticator derives none at creation. */
  secret: PasskeySecret | null
}

export interface CredentialNames {
  service: string
  username: string
}

/** What browsers need to create a passkey. @param known passkeys of this host, which are not created again */
export const creationOptions = (
  { service, username }: CredentialNames,
  known: readonly KnownPasskey[],
): PublicKeyCredentialCreationOptions => ({
  rp: { id: passkeyHost(), name: service },
  user: { id: randomBytes(32), name: username, displayName: username },
  challenge: randomBytes(32),
  // ES256 and RS256.
  pubKeyCredParams: [-7, -257].map((alg) => ({ type: 'public-key', alg })),
  attestation: 'none',
  // 'discouraged', the default, leads Android to an older interface.
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  excludeCredentials: descriptorsOf(known),
  // Windows Hello needs the input at creation, too.
  extensions: prfExtension(),
})

/** `evalByCredential` is not used, since a provider on iOS fails on it. */
export const requestOptions = (passkeys: readonly KnownPasskey[]): PublicKeyCredentialRequestOptions => ({
  rpId: passkeyHost(),
  challenge: randomBytes(32),
  allowCredentials: descriptorsOf(passkeys),
  userVerification: 'required',
  extensions: prfExtension(),
})

/** Call it in a click. @throws PasskeyError; an AbortError passes through */
export async function createCredential(
  names: CredentialNames,
  known: readonly KnownPasskey[],
  signal: AbortSignal,
): Promise<NewCredential> {
  const publicKey = creationOptions(names, known)
  const credential = await orPasskeyError(navigator.credentials.create({ publicKey, signal }), 'not-created')
  // Older browsers do not tell transports.
  const response: Partial<AuthenticatorAttestationResponse> = credential.response
  const newPasskey = { credential_id: idOf(credential), transports: response.getTransports?.() ?? [] }
  const { prf } = credential.getClientExtensionResults()
  try {
    const secret = await secretOf(prf)
    if (secret !== null || prf?.enabled === true) return { ...newPasskey, secret }
  } catch (error) {
    if (!isCryptoError(error)) throw error
  }
  signalUnknownCredential(newPasskey)
  throw new PasskeyError('no-secret')
}

/**
 * Asks for the secret of one of these passkeys. Call it in a click.
 * @throws PasskeyError; an AbortError passes through
 */
export async function requestPasskeySecret<One extends KnownPasskey>(
  passkeys: readonly One[],
  signal: AbortSignal,
): Promise<{ passkey: One; secret: PasskeySecret }> {
  const publicKey = requestOptions(passkeys)
  const credential = await orPasskeyError(navigator.credentials.get({ publicKey, signal }), 'refused')
  const secret = await secretOf(credential.getClientExtensionResults().prf)
  const id = idOf(credential)
  const passkey = passkeys.find(({ credential_id }) => credential_id === id)
  if (secret === null) throw new PasskeyError('no-secret')
  if (passkey === undefined) throw new PasskeyError('refused')
  return { passkey, secret }
}

const idOf = ({ rawId }: PublicKeyCredential): string => toBase64Url(new Uint8Array(rawId))

async function secretOf(prf: AuthenticationExtensionsPRFOutputs | undefined): Promise<PasskeySecret | null> {
  const output = prf?.results?.first
  return output === undefined ? null : importPasskeySecret(bytesOf(output))
}

/** A view, so that what is overwritten is the browser's own buffer. */
const bytesOf = (output: BufferSource): Bytes =>
  ArrayBuffer.isView(output)
    ? new Uint8Array(output.buffer, output.byteOffset, output.byteLength)
    : new Uint8Array(output)

/** Tells the authenticator, where the browser can, that a passkey of this host opens nothing any more. */
export function signalUnknownCredential({
  credential_id: credentialId,
}: Pick<Passkey, 'credential_id'>): void {
  if (typeof PublicKeyCredential !== 'function' || !('signalUnknownCredential' in PublicKeyCredential)) return
  // Nobody waits for it, and nothing depends on it.
  PublicKeyCredential.signalUnknownCredential({ rpId: passkeyHost(), credentialId }).catch(() => undefined)
}
