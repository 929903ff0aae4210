import { describe, expect, it, onTestFinished } from 'vitest'
import { maxJsonValues } from '../../contract/jsonBounds.ts'
import { maxJsonDepth } from '../../contract/limits.ts'
import { maxProviderResponseBytes } from '../../server/singleSignOn/fetchFromProvider.ts'
import type { OidcSettings } from '../../server/config/oidcSettings.ts'
import { returnAddress, type ProviderLies, startDishonestProvider } from './dishonestProvider.ts'
import {
  attemptCookie,
  beginSignOn,
  callbackUrl,
  returnFromProvider,
  linkUser,
  sessionCookie,
  startWithIssuer,
} from './singleSignOn.ts'
import { startWebhookReceiver } from './notices/webhookReceiver.ts'
import { startTestServer } from './testServer.ts'

/** A provider that says what it is told to, and somebody who is linked to 'anna' there. */
async function startWithLies(lies: ProviderLies = {}, settings: Partial<OidcSettings> = {}) {
  const provider = await startDishonestProvider()
  onTestFinished(provider.stop)
  provider.lies = lies
  const server = await startWithIssuer(provider.issuer, settings)
  await linkUser(server, 'anna', provider.issuer, 'anna')
  return { provider, server, browser: server.newBrowser() }
}

const pastSeconds = Math.floor(Date.now() / 1000) - 3600

describe('an answer of the provider', () => {
  it('counts when everything in it is right', async () => {
    const { provider, browser } = await startWithLies()
    expect(
      (await returnFromProvider(browser, returnAddress(await beginSignOn(browser), 'anna'))).onward,
    ).toBe('/login?sso=done')
    expect(provider.tokenRequests).toHaveLength(1)
    expect(Object.fromEntries(provider.tokenRequests[0] ?? [])).toMatchObject({
      ...{ grant_type: 'authorization_code', redirect_uri: callbackUrl },
      code_verifier: expect.stringMatching(/^[\w-]{43}$/) as string,
    })
  })

  const lies: [string, ProviderLies, string][] = [
    ['the nonce of another way', { claims: { nonce: 'another' } }, 'refused'],
    ['no nonce', { claims: { nonce: undefined } }, 'refused'],
    ['a token for another client', { claims: { aud: 'another' } }, 'refused'],
    ['a token for several, the bearer another', { claims: { aud: ['sealpost', 'b'], azp: 'b' } }, 'refused'],
    ['a token of another issuer', { claims: { iss: 'https://other.example.org' } }, 'refused'],
    ['nobody', { claims: { sub: undefined } }, 'refused'],
    ['an empty person', { claims: { sub: '' } }, 'refused'],
    ['a person that is no text', { claims: { sub: 7 } }, 'refused'],
    ['a person of endless length', { claims: { sub: 'a'.repeat(256) } }, 'refused'],
    ['a signature by a key that is not in its list', { signedBy: 'foreign' }, 'refused'],
    ['no signature', { signedBy: 'nobody' }, 'refused'],
    ['a token that says it needs none', { signedBy: 'nobody', header: { alg: 'none' } }, 'refused'],
    ['a token sealed with a shared secret', { header: { alg: 'HS256' } }, 'refused'],
    ['a token that has ended', { claims: { exp: pastSeconds, iat: pastSeconds - 300 } }, 'clock'],
    ['a token from the future', { claims: { nbf: pastSeconds + 7200 } }, 'clock'],
    ['no token', { answer: { status: 200, body: { access_token: 'x', token_type: 'Bearer' } } }, 'refused'],
    ['a refusal of the code', { answer: { status: 400, body: { error: 'invalid_grant' } } }, 'refused'],
    [
      'a refusal of the client',
      { answer: { status: 401, body: { error: 'invalid_client' } } },
      'misconfigured',
    ],
    ['a failure of its own', { answer: { status: 503, body: {} } }, 'unavailable'],
  ]

  it.each(lies)('lets nobody in with %s', async (_name, told, outcome) => {
    const { server, browser } = await startWithLies(told)
    const { onward } = await returnFromProvider(browser, returnAddress(await beginSignOn(browser), 'anna'))
    expect(onward).toBe(`/login?sso=${outcome}`)
    expect(browser.cookies.has(sessionCookie)).toBe(false)
    expect(browser.cookies.has(attemptCookie), 'this way is over').toBe(false)
    expect(await server.services.db.selectFrom('session').selectAll().execute()).toEqual([])
    expect(server.logged()).not.toMatch(/an-access-token|"level":50/)
  })

  it('with another state never comes to the provider', async () => {
    const { provider, browser } = await startWithLies()
    const answer = returnAddress(await beginSignOn(browser), 'anna', { state: 'A'.repeat(43) })
    expect((await returnFromProvider(browser, answer)).onward).toBe('/login?sso=ended')
    expect(provider.tokenRequests).toEqual([])
  })

  it.each([
    ['that names another issuer (RFC 9207)', {}, { iss: 'https://other.example.org' }],
    ['without the issuer that it promised', { authorization_response_iss_parameter_supported: true }, {}],
  ])('%s is a mix-up, and its code goes nowhere', async (_name, metadata, others) => {
    const { provider, browser } = await startWithLies({ metadata })
    const { onward } = await returnFromProvider(
      browser,
      returnAddress(await beginSignOn(browser), 'anna', others),
    )
    expect(onward).toBe('/login?sso=refused')
    expect(provider.tokenRequests).toEqual([])
  })

  it('with a member twice is refused', async () => {
    const { browser } = await startWithLies()
    const answer = `${returnAddress(await beginSignOn(browser), 'anna')}&code=another`
    expect((await returnFromProvider(browser, answer)).onward).toBe('/login?sso=refused')
  })

  it.each([
    ['access_denied', 'cancelled'],
    ['server_error', 'unavailable'],
    ['invalid_scope', 'misconfigured'],
    ['unauthorized_client', 'misconfigured'],
    ['<script>alert(1)</script>', 'refused'],
  ])('that says %s ends in words of ours', async (error, outcome) => {
    const { server, browser } = await startWithLies()
    const asked = new URL(await beginSignOn(browser)).searchParams
    const text = '<b>Call 0900 123</b>'
    const query = new URLSearchParams({ error, error_description: text, state: asked.get('state') ?? '' })
    const { reply, onward } = await returnFromProvider(browser, `${callbackUrl}?${query.toString()}`)
    expect(onward).toBe(`/login?sso=${outcome}`)
    expect(reply.body + server.logged()).not.toMatch(/0900|alert/)
  })

  it('that another provider has given names nobody here', async () => {
    const { browser, server } = await startWithLies()
    const other = await startDishonestProvider()
    onTestFinished(other.stop)
    // Somebody of the same `sub`, at a provider that is not asked.
    await linkUser(server, 'bert', other.issuer, 'bert')
    const { onward } = await returnFromProvider(browser, returnAddress(await beginSignOn(browser), 'bert'))
    expect(onward).toBe('/login?sso=unknown')
  })
})

const oversizedBlank = ' '.repeat(maxProviderResponseBytes)
const nestedArray = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

describe('an answer beyond its bounds', () => {
  it.each([
    ['the token', { trailingText: { '/token': oversizedBlank } }],
    ['the token, nested', { answer: { status: 200, body: { more: nestedArray(maxJsonDepth) } } }],
    ['the keys', { trailingText: { '/jwks': oversizedBlank } }],
  ])('is not read, and lets nobody in: %s', async (_name, told) => {
    const { browser } = await startWithLies(told)
    const { onward } = await returnFromProvider(browser, returnAddress(await beginSignOn(browser), 'anna'))
    expect(onward).toBe('/login?sso=unavailable')
    expect(browser.cookies.has(sessionCookie)).toBe(false)
  })

  it.each([
    ['of more bytes', { trailingText: { '/.well-known/openid-configuration': oversizedBlank } }],
    ['nested', { metadata: { more: nestedArray(maxJsonDepth) } }],
    ['of more values', { metadata: { more: Array(maxJsonValues).fill(0) } }],
  ])('sends nobody there: what it says of itself, %s', async (_name, told) => {
    const { browser } = await startWithLies(told)
    const reply = await browser.get('/api/auth/oidc/start')
    expect(reply.headers.location).toBe('/login?sso=unavailable')
  })
})

describe('what a provider says of itself', () => {
  it.each([
    ['another issuer', { issuer: 'https://other.example.org' }],
    ['pages that are no address', { authorization_endpoint: 'javascript:alert(1)' }],
    ['no pages', { authorization_endpoint: undefined }],
  ])('with %s sends nobody there', async (_name, metadata) => {
    const { browser } = await startWithLies({ metadata })
    const reply = await browser.get('/api/auth/oidc/start')
    expect(reply.headers.location, 'another try does not help').toBe('/login?sso=misconfigured')
  })

  it('is not read from an address whose certificate is not trusted', async () => {
    const { url } = await startWebhookReceiver()
    const server = await startWithIssuer(new URL(url).origin)
    const reply = await server.newBrowser().get('/api/auth/oidc/start')
    expect(reply.headers.location, 'another try does not help').toBe('/login?sso=misconfigured')
  })

  it('is asked for when somebody signs in, and not before', async () => {
    const provider = await startDishonestProvider()
    await provider.stop()
    const server = await startWithIssuer(provider.issuer)
    expect((await server.newBrowser().get('/api/auth/sign-in')).json()).toEqual({
      provider: 'Example Login',
      passwords: 'everybody',
    })
    expect((await (await startTestServer()).app.inject('/healthz')).statusCode).toBe(200)
  })

  it.each([
    ['nothing', undefined, false],
    ['client_secret_basic', ['client_secret_basic'], false],
    ['both', ['client_secret_basic', 'client_secret_post'], true],
    ['client_secret_post', ['client_secret_post'], true],
  ])('decides how the secret is shown first: %s', async (_name, methods, isInForm) => {
    const { provider, browser } = await startWithLies({
      metadata: { token_endpoint_auth_methods_supported: methods },
    })
    await returnFromProvider(browser, returnAddress(await beginSignOn(browser), 'anna'))
    expect(provider.tokenRequests.map((form) => form.has('client_secret'))).toEqual([isInForm])
  })
})

describe('a provider that takes the secret as it stands', () => {
  const refusals = [
    { status: 401, body: { error: 'invalid_client' } },
    { status: 403, body: { error: 'unauthorized_client' } },
  ]
  const both = ['client_secret_basic', 'client_secret_post'] as const

  it.each([
    ['announces both and takes both', both, both, 1],
    ['announces both and takes Basic alone', both, ['client_secret_basic'], 2],
    ['says nothing and takes both', undefined, both, 1],
    ['says nothing and takes forms alone', undefined, ['client_secret_post'], 2],
  ] as const)('signs people in where it %s', async (_name, methods, by, asks) => {
    for (const refusal of refusals) {
      const secret = 'a-secret_with.hyphens'
      const { provider, browser } = await startWithLies(
        {
          metadata: { token_endpoint_auth_methods_supported: methods },
          acceptedSecret: { secret, by, refusal },
        },
        { clientSecret: secret },
      )
      expect(
        (await returnFromProvider(browser, returnAddress(await beginSignOn(browser), 'anna'))).onward,
      ).toBe('/login?sso=done')
      expect(provider.tokenRequests).toHaveLength(asks)
      // The next one is asked for by the method that was taken.
      await returnFromProvider(browser, returnAddress(await beginSignOn(browser), 'anna'))
      expect(provider.tokenRequests).toHaveLength(asks + 1)
    }
  })

  it('is asked twice and no more with a secret that is not the one', async () => {
    const refusal = { status: 401, body: { error: 'invalid_client' } }
    const { provider, browser } = await startWithLies({
      acceptedSecret: { secret: 'another', by: both, refusal },
    })
    expect(
      (await returnFromProvider(browser, returnAddress(await beginSignOn(browser), 'anna'))).onward,
    ).toBe('/login?sso=misconfigured')
    expect(provider.tokenRequests).toHaveLength(2)
  })

  it('is not asked again when it refuses the code', async () => {
    const { provider, browser } = await startWithLies({
      answer: { status: 400, body: { error: 'invalid_grant' } },
    })
    await returnFromProvider(browser, returnAddress(await beginSignOn(browser), 'anna'))
    expect(provider.tokenRequests).toHaveLength(1)
  })
})
