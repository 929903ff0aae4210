import { afterEach, describe, expect, it, vi } from 'vitest'
import { passkeyInput } from '../../../../core/crypto/index.ts'
import { randomBytes } from '../../../../core/crypto/bytes.ts'
import {
  createCredential,
  creationOptions,
  requestOptions,
  requestPasskeySecret,
  passkeyObstacleIn,
} from '../../../../src/session/passkeys/authenticator.ts'
import { FakeAuthenticator } from './fakeAuthenticator.ts'

afterEach(() => vi.unstubAllGlobals())

const capableBrowser = {
  hostname: 'files.example.org',
  isSecureContext: true,
  hasCredentials: true,
  capabilities: null,
}
const accountNames = { service: 'Acme', username: 'anna' }
const storedPasskeys = [{ credential_id: 'AQID', transports: ['internal', 'hybrid'] }]
const { signal } = new AbortController()

describe('passkeys', () => {
  it.each([
    ['are offered', {}, null],
    ['are offered on this machine', { hostname: 'localhost' }, null],
    ['are offered where a number stands in the name', { hostname: '10.example.org' }, null],
    ['are offered by a browser that promises them', { capabilities: { 'extension:prf': true } }, null],
    ['are offered by one that says nothing of them', { capabilities: { conditionalGet: true } }, null],
    ['are not offered at an IPv4 address', { hostname: '192.0.2.7' }, 'address'],
    ['are not offered at an IPv6 address', { hostname: '[2001:db8::1]' }, 'address'],
    ['are not offered over http', { isSecureContext: false }, 'address'],
    ['are not offered without WebAuthn', { hasCredentials: false }, 'browser'],
    [
      'are not offered by a browser that denies them',
      { capabilities: { 'extension:prf': false } },
      'browser',
    ],
  ] as const)('%s', (_, changes, expected) =>
    expect(passkeyObstacleIn({ ...capableBrowser, ...changes })).toBe(expected),
  )
})

describe('what browsers are asked', () => {
  it('is a passkey of this host, with user verification and the input, and none that is there already', () => {
    new FakeAuthenticator().install()
    const options = creationOptions(accountNames, storedPasskeys)
    expect(options).toMatchObject({
      rp: { id: 'files.example.org', name: 'Acme' },
      user: { name: 'anna', displayName: 'anna' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      excludeCredentials: [
        { type: 'public-key', id: new Uint8Array([1, 2, 3]), transports: ['internal', 'hybrid'] },
      ],
      extensions: { prf: { eval: { first: passkeyInput } } },
    })
    expect(options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-7, -257])
    expect(options.user.id).toHaveLength(32)
    const again = creationOptions(accountNames, storedPasskeys)
    expect(again.challenge).not.toEqual(options.challenge)
    expect(again.user.id).not.toEqual(options.user.id)
  })

  it('is for any of these passkeys, with the same input', () => {
    new FakeAuthenticator().install()
    const options = requestOptions(storedPasskeys)
    expect(options).toMatchObject({
      rpId: 'files.example.org',
      userVerification: 'required',
      allowCredentials: [
        { type: 'public-key', id: new Uint8Array([1, 2, 3]), transports: ['internal', 'hybrid'] },
      ],
      extensions: { prf: { eval: { first: passkeyInput } } },
    })
    expect(JSON.stringify(options)).not.toContain('evalByCredential')
  })
})

describe('what a server lists', () => {
  it('is asked for as far as it is an id, and no other passkey counts', async () => {
    const device = new FakeAuthenticator().install()
    device.outputs = [randomBytes(32)]
    const listed = ['AQID', 'AQIE=', '', '<b>'].map((credential_id) => ({ credential_id, transports: [] }))
    await expect(requestPasskeySecret(listed, signal)).rejects.toMatchObject({ code: 'refused' })
    expect(device.requestedOptions[0]?.allowCredentials?.map(({ id }) => id)).toEqual([
      new Uint8Array([1, 2, 3]),
    ])
    expect(device.givenOutputs).toEqual([new Uint8Array(32)])
  })
})

describe('what an authenticator derives', () => {
  it('is overwritten at once', async () => {
    const device = new FakeAuthenticator().install()
    device.outputs = [randomBytes(32)]
    const { secret, ...created } = await createCredential(accountNames, [], signal)
    expect(created).toEqual({ credential_id: device.credentialId, transports: ['internal'] })
    expect(secret?.extractable).toBe(false)
    await requestPasskeySecret([created], signal)
    expect(device.givenOutputs).toEqual([new Uint8Array(32), new Uint8Array(32)])
  })

  it('may come at the first use: then there is none at creation', async () => {
    const device = new FakeAuthenticator().install()
    device.outputs = [null]
    expect(await createCredential(accountNames, [], signal)).toMatchObject({ secret: null })
    expect(device.unknownCredentialIds).toEqual([])
  })

  it('is nothing: the passkey is refused, and its authenticator told', async () => {
    const device = new FakeAuthenticator().install()
    device.outputs = [null]
    device.enabled = false
    await expect(createCredential(accountNames, [], signal)).rejects.toMatchObject({ code: 'no-secret' })
    expect(device.unknownCredentialIds).toEqual([device.credentialId])
    await expect(
      requestPasskeySecret([{ credential_id: device.credentialId, transports: [] }], signal),
    ).rejects.toMatchObject({ code: 'no-secret' })
  })

  it('has another length than the extension says: the same', async () => {
    const device = new FakeAuthenticator().install()
    device.outputs = [randomBytes(64)]
    await expect(createCredential(accountNames, [], signal)).rejects.toMatchObject({ code: 'no-secret' })
    expect([device.unknownCredentialIds, device.givenOutputs]).toEqual([
      [device.credentialId],
      [new Uint8Array(64)],
    ])
  })

  it('is missing where the browser does not trust the certificate, as Chromium says it', async () => {
    const device = new FakeAuthenticator().install()
    const message = 'WebAuthn is not supported on sites with TLS certificate errors.'
    device.outputs = [new DOMException(message, 'NotAllowedError')]
    const refusal = { code: 'not-allowed-here' }
    await expect(createCredential(accountNames, [], signal)).rejects.toMatchObject(refusal)
    await expect(requestPasskeySecret(storedPasskeys, signal)).rejects.toMatchObject(refusal)
  })

  it('does not depend on transports, which older browsers do not tell', async () => {
    const device = new FakeAuthenticator().install()
    device.outputs = [randomBytes(32)]
    device.tellsTransports = false
    expect(await createCredential(accountNames, [], signal)).toMatchObject({ transports: [] })
  })

  it.each([
    ['NotAllowedError', 'not-created'],
    ['InvalidStateError', 'present'],
    ['SecurityError', 'not-allowed-here'],
    ['ConstraintError', 'no-verification'],
    ['NotSupportedError', 'no-secret'],
  ])('is missing for a reason of the browser: %s', async (name, code) => {
    const device = new FakeAuthenticator().install()
    device.outputs = [new DOMException('', name)]
    await expect(createCredential(accountNames, [], signal)).rejects.toMatchObject({ code })
  })
})
