import { randomBytes } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { Services } from '../../server/context.ts'
import { createSingleSignOn } from '../../server/singleSignOn/singleSignOn.ts'
import { issuerKey, type OidcSettings } from '../../server/config/oidcSettings.ts'
import { oidcClient, signInAtProvider, startOidcProvider } from '../../e2e/oidcProvider.ts'
import { addUser, type Browser, startTestServer, type TestServer } from './testServer.ts'

export const publicOrigin = 'https://files.example.org'
export const callbackUrl = `${publicOrigin}/api/auth/oidc/callback`
export const attemptCookie = '__Host-sealpost_oidc'
export const sessionCookie = '__Host-sealpost_session'

/** A server whose sessions the provider at `issuer` opens. */
export function startWithIssuer(
  issuer: string,
  settings: Partial<OidcSettings> = {},
  others: Partial<Services> = {},
): Promise<TestServer> {
  const all = {
    ...{ issuer: issuerKey(issuer), clientId: oidcClient.client_id, clientSecret: oidcClient.client_secret },
    ...{ name: 'Example Login', scopes: 'openid', isPasswordForOperatorOnly: false, ...settings },
  }
  return startTestServer({
    publicOrigin,
    ...others,
    singleSignOn: createSingleSignOn(all, publicOrigin, others.singleSignOn?.secret ?? randomBytes(32)),
  })
}

/** The same with a real provider. */
export async function startWithProvider(settings: Partial<OidcSettings> = {}) {
  const provider = await startOidcProvider(callbackUrl)
  onTestFinished(provider.stop)
  return { provider, server: await startWithIssuer(provider.issuer, settings) }
}

export async function linkUser(
  { services }: TestServer,
  username: string,
  issuer: string,
  sub: string,
): Promise<number> {
  const user_id = await addUser(services, username)
  const identity = { user_id, issuer: issuerKey(issuer), sub, linked_at: new Date().toISOString() }
  await services.db.insertInto('oidc_identity').values(identity).execute()
  return user_id
}

/** 'Sign in with …' up to the provider: where the browser is sent. */
export async function beginSignOn(browser: Browser, to?: string): Promise<string> {
  const query = to === undefined ? '' : `?${new URLSearchParams({ to }).toString()}`
  const reply = await browser.get(`/api/auth/oidc/start${query}`)
  if (reply.statusCode !== 303) throw new Error(`not sent away: ${reply.statusCode} ${reply.body}`)
  return String(reply.headers.location)
}

/** The browser comes back from another site: of its cookies the Lax one alone is sent. */
export async function returnFromProvider(browser: Browser, address: string) {
  const reply = await browser.app.inject({
    url: address.slice(publicOrigin.length),
    remoteAddress: browser.address,
    cookies: Object.fromEntries([...browser.cookies].filter(([name]) => name === attemptCookie)),
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  browser.keepCookies(reply)
  return { reply, onward: refreshTarget(reply.body) }
}

/** Where a page goes by itself. */
const refreshTarget = (page: string): string =>
  (/<meta http-equiv="refresh" content="0;url=([^"]*)">/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&')

/** The whole way through the pages of a real provider. */
export async function signInAs(browser: Browser, login: string, to?: string) {
  return returnFromProvider(
    browser,
    await signInAtProvider(await beginSignOn(browser, to), login, callbackUrl),
  )
}
