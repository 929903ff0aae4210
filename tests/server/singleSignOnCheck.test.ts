import { describe, expect, it, onTestFinished } from 'vitest'
import { oidcClient, startOidcProvider } from '../../e2e/oidcProvider.ts'
import { checkProvider } from '../../server/singleSignOn/checkProvider.ts'
import { issuerKey, type OidcSettings } from '../../server/config/oidcSettings.ts'
import { type ProviderLies, startDishonestProvider } from './dishonestProvider.ts'
import { callbackUrl } from './singleSignOn.ts'

const oidcSettings = (issuer: string, settings: Partial<OidcSettings> = {}): OidcSettings => ({
  ...{ issuer: issuerKey(issuer), clientId: oidcClient.client_id, clientSecret: oidcClient.client_secret },
  ...{ name: 'Example Login', scopes: 'openid', isPasswordForOperatorOnly: false, ...settings },
})

/** What is found at a real provider that knows `callback`. */
async function checkRealProvider(settings: Partial<OidcSettings>, back = callbackUrl) {
  const provider = await startOidcProvider(callbackUrl)
  onTestFinished(provider.stop)
  return checkProvider(oidcSettings(provider.issuer, settings), new URL(back))
}

async function checkLyingProvider(lies: ProviderLies, settings: Partial<OidcSettings> = {}) {
  const provider = await startDishonestProvider()
  onTestFinished(provider.stop)
  provider.lies = lies
  return checkProvider(oidcSettings(provider.issuer, settings), new URL(callbackUrl))
}

describe('a provider that is asked before anybody signs in', () => {
  it('takes the client, and knows where browsers come back', async () => {
    const found = await checkRealProvider({})
    expect(found).toMatchObject({
      problem: null,
      has_secret: true,
      client: 'taken',
      redirect: 'known',
      callback: callbackUrl,
    })
    expect(Math.abs(found.clock_ahead_ms ?? Infinity)).toBeLessThan(5000)
  })

  it.each([
    ['the secret', { clientSecret: 'another' }, callbackUrl, { client: 'refused', redirect: 'known' }],
    ['the id', { clientId: 'another' }, callbackUrl, { client: 'refused', redirect: 'refused' }],
    ['the address', {}, 'https://other.example.org/callback', { client: 'taken', redirect: 'refused' }],
  ])('refuses %s that is not the one', async (_name, settings, back, expected) => {
    expect(await checkRealProvider(settings, back)).toMatchObject({ problem: null, ...expected })
  })

  it('is asked by the method that it takes', async () => {
    const refusal = { status: 401, body: { error: 'invalid_client' } }
    const answer = { status: 400, body: { error: 'invalid_grant' } }
    const lies: ProviderLies = {
      acceptedSecret: { secret: 'a/b', by: ['client_secret_post'], refusal },
      answer,
    }
    expect((await checkLyingProvider(lies, { clientSecret: 'a/b' })).client).toBe('taken')
    expect((await checkLyingProvider(lies, { clientSecret: 'a/c' })).client).toBe('refused')
  })

  it('tells nothing by a failure of its own', async () => {
    expect((await checkLyingProvider({ answer: { status: 503, body: {} } })).client).toBe('unknown')
  })

  it.each([
    [400, 'invalid_grant', 'taken'],
    [401, 'invalid_client', 'refused'],
    [400, 'invalid_request', 'unknown'],
    [400, 'unsupported_grant_type', 'unknown'],
    [400, 'temporarily_unavailable', 'unknown'],
  ])('that answers %i with %s to its code: the client is %s', async (status, error, seen) => {
    expect((await checkLyingProvider({ answer: { status, body: { error } } })).client).toBe(seen)
  })

  it.each([
    [400, 'refused'],
    [404, 'refused'],
    [403, 'unknown'],
    [405, 'unknown'],
    [429, 'unknown'],
    [503, 'unknown'],
  ])('that answers %i where browsers are sent: the address is %s', async (status, redirect) => {
    expect((await checkLyingProvider({ authorize: status })).redirect).toBe(redirect)
  })

  it('has to be there, and to be the one that it is taken for', async () => {
    const provider = await startDishonestProvider()
    await provider.stop()
    const away = await checkProvider(oidcSettings(provider.issuer), new URL(callbackUrl))
    expect(away).toMatchObject({ problem: 'ECONNREFUSED', client: 'unknown', redirect: 'unknown' })
    const other = await checkLyingProvider({ metadata: { issuer: 'https://other.example.org' } })
    expect(other.problem).toBe('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')
  })
})
