import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export const oidcClient = { client_id: 'sealpost', client_secret: 'the secret of the client' }

export interface OidcProvider {
  issuer: string
  stop: () => Promise<void>
}

/** Ends a server with all that is connected to it. */
export async function stopHttpServer(server: Server): Promise<void> {
  if (!server.listening) return
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}

/**
 * oidc-provider on loopback, with the pages that it brings along: whoever signs in there is taken for whom they say.
 * Their `sub` is the name that they type, and everybody has the same address.
 * @param redirectUri where it sends browsers back to
 */
export async function startOidcProvider(
  redirectUri: string,
  email = 'admin@example.org',
): Promise<OidcProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // It says on the console that its pages are for development, and that it knows a newer Node.
  const { info, warn } = console
  Object.assign(console, { info: () => undefined, warn: () => undefined })
  try {
    const { Provider } = await import('oidc-provider')
    const provider = new Provider(issuer, {
      clients: [{ ...oidcClient, redirect_uris: [redirectUri] }],
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: false,
      ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: () => ({ sub, email, email_verified: true }),
      }),
    })
    const answer = provider.callback()
    server.on('request', (request, response) => void answer(request, response))
  } finally {
    Object.assign(console, { info, warn })
  }
  return { issuer, stop: () => stopHttpServer(server) }
}

/** A browser at the provider: it goes through its pages, and stops where they lead back to. */
export async function signInAtProvider(address: string, login: string, redirectUri: string): Promise<string> {
  const cookies = new Map<string, string>()
  let next = address
  let form: URLSearchParams | undefined
  for (let steps = 0; steps < 20; steps++) {
    const reply = await fetch(next, {
      ...(form && { method: 'POST', body: form }),
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
    })
    for (const text of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const location = reply.headers.get('location')
    const page = await reply.text()
    form = undefined
    if (location !== null) {
      next = new URL(location, next).href
      if (next.startsWith(redirectUri)) return next
      continue
    }
    const [, action] = /<form[^>]*action="([^"]+)"/.exec(page) ?? []
    const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(page) ?? []
    if (action === undefined) throw new Error(`no way on from ${next}: ${reply.status} ${page.slice(0, 500)}`)
    next = new URL(action, next).href
    form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'any' }) })
  }
  throw new Error('The provider leads in a circle.')
}
