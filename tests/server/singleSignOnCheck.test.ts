import { describe, expect, it, onTestFinished } from 'vitest'
import { oidcClient, startOidcProvider } from '../../e2e/oidcProvider.ts'
import { checkProvider } from '../../server/singleSignOn/checkProvider.ts'
import { issuerKey, type OidcSettings } from '../../server/singleSignOn/oidcSettings.ts'
import { type ProviderLies, startDishonestProvider } from './dishonestProvider.ts'
import { callback } from './singleSignOn.ts'

const settingsOf = (issuer: string, settings: Partial<OidcSettings> = {}): OidcSettings => ({
  ...{ issuer: issuerKey(issuer), clientId: oidcClient.client_id, clientSecret: oidcClient.client_secret },
  ...{ name: 'Example Login', scopes: 'openid', isPasswordForOperatorOnly: false, ...settings },
})

/** What is found at a real provider that knows `callback`. */
async function foundWith(settings: Partial<OidcSettings>, back = callback) {
  const provider = await startOidcProvider(callback)
  onTestFinished(provider.stop)
  return checkProvider(settingsOf(provider.issuer, settings), new URL(back))
}

async function foundAt(lies: ProviderLies, settings: Partial<OidcSettings> = {}) {
  const provider = await startDishonestProvider()
  onTestFinished(provider.stop)
  provider.lies = lies
  return checkProvider(settingsOf(provider.issuer, settings), new URL(callback))
}

describe('a provider that is asked before anybody signs in', () => {
  it('takes the client, and knows where browsers come back', async () => {
    const found = await foundWith({})
    expect(found).toMatchObject({
      problem: null,
      has_secret: true,
      client: 'taken',
      redirect: 'known',
      callback,
    })
    expect(Math.abs(found.clock_ahead_ms ?? Infinity)).toBeLessThan(5000)
  })

  it.each([
    ['the secret', { clientSecret: 'another' }, callback, { client: 'refused', redirect: 'known' }],
    ['the id', { clientId: 'another' }, callback, { client: 'refused', redirect: 'refused' }],
    ['the address', {}, 'https://other.example.org/callback', { client: 'taken', redirect: 'refused' }],
  ])('refuses %s that is not the one', async (_name, settings, back, expected) => {
    expect(await foundWith(settings, back)).toMatchObject({ problem: null, ...expected })
  })

  it('is asked by the method that it takes', async () => {
    const refusal = { status: 401, body: { error: 'invalid_client' } }
    const answer = { status: 400, body: { error: 'invalid_grant' } }
    const lies: ProviderLies = {
      acceptedSecret: { secret: 'a/b', by: ['client_secret_post'], refusal },
      answer,
    }
    expect((await foundAt(lies, { clientSecret: 'a/b' })).client).toBe('taken')
    expect((await foundAt(lies, { clientSecret: 'a/c' })).client).toBe('refused')
  })

  it('tells nothing by a failure of its own', async () => {
    expect((await foundAt({ answer: { status: 503, body: {} } })).client).toBe('unknown')
  })

  it.each([
    [400, 'invalid_grant', 'taken'],
    [401, 'invalid_client', 'refused'],
    [400, 'invalid_request', 'unknown'],
    [400, 'unsupported_grant_type', 'unknown'],
    [400, 'temporarily_unavailable', 'unknown'],
  ])('that answers %i with %s to its code: the client is %s', async (status, error, seen) => {
    expect((await foundAt({ answer: { status, body: { error } } })).client).toBe(seen)
  })

  it.each([
    [400, 'refused'],
    [404, 'refused'],
    [403, 'unknown'],
    [405, 'unknown'],
    [429, 'unknown'],
    [503, 'unknown'],
  ])('that answers %i where browsers are sent: the address is %s', async (status, redirect) => {
    expect((await foundAt({ authorize: status })).redirect).toBe(redirect)
  })

  it('has to be there, and to be the one that it is taken for', async () => {
    const provider = await startDishonestProvider()
    await provider.stop()
    const away = await checkProvider(settingsOf(provider.issuer), new URL(callback))
    expect(away).toMatchObject({ problem: 'ECONNREFUSED', client: 'unknown', redirect: 'unknown' })
    const other = await foundAt({ metadata: { issuer: 'https://other.example.org' } })
    expect(other.problem).toBe('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')
  })
})
