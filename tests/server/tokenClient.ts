import type { FastifyInstance, InjectOptions } from 'fastify'
import { type Scope, scopes } from '../../contract/scopes.ts'
import { type Browser, verifier } from './testServer.ts'

/** What a script calls with: a token, and no cookies. */
export class TokenClient {
  readonly app: FastifyInstance
  readonly id: number
  readonly token: string

  constructor(app: FastifyInstance, id: number, token: string) {
    this.app = app
    this.id = id
    this.token = token
  }

  send = (method: NonNullable<InjectOptions['method']>, url: string, options: InjectOptions = {}) =>
    this.app.inject({
      remoteAddress: '10.9.8.7',
      ...options,
      method,
      url,
      headers: { authorization: `Bearer ${this.token}`, ...options.headers },
    })
}

/** Of the administrator in this browser; good for everything, unless told. */
export async function newTokenClient(
  browser: Browser,
  chosen: readonly Scope[] = scopes,
): Promise<TokenClient> {
  const body = { password: verifier, name: 'nightly', scopes: chosen, expires_in_days: 30 }
  const reply = await browser.post('/api/auth/api-tokens', body)
  if (reply.statusCode !== 200) throw new Error(`no token: ${reply.body}`)
  const { token, api_token } = reply.json<{ token: string; api_token: { id: number } }>()
  return new TokenClient(browser.app, api_token.id, token)
}
