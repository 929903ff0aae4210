import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stopHttpServer } from '../../e2e/oidcProvider.ts'

const newRsaKeyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const publishedKey = newRsaKeyPair()
/** It stands in no list of keys. */
const unpublishedKey = newRsaKeyPair()

const encodeJson = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function signToken(claims: object, header: object, key: KeyObject | undefined): string {
  const body = `${encodeJson(header)}.${encodeJson(claims)}`
  return `${body}.${key === undefined ? '' : sign('sha256', Buffer.from(body), key).toString('base64url')}`
}

/** What it says otherwise than it should. */
export interface ProviderLies {
  claims?: Record<string, unknown>
  header?: object
  /** Signed with another key, or not at all. */
  signedBy?: 'foreign' | 'nobody'
  /** Its answer of the token endpoint, whole. */
  answer?: { status: number; body: object }
  metadata?: object
  /** Status of its authorization endpoint. */
  authorize?: number
  /** It takes this secret alone, as it stands there: Basic is not decoded (as Glewlwyd does). */
  acceptedSecret?: {
    secret: string
    by: readonly ('client_secret_basic' | 'client_secret_post')[]
    refusal: { status: number; body: object }
  }
  /** What comes behind the JSON of its answers, by path. */
  trailingText?: Readonly<Record<string, string>>
}

interface DishonestProvider {
  issuer: string
  lies: ProviderLies
  /** Forms that came to the token endpoint. */
  tokenRequests: URLSearchParams[]
  stop: () => Promise<void>
}

function isSecretAccepted(
  { secret, by }: NonNullable<ProviderLies['acceptedSecret']>,
  form: URLSearchParams,
  authorization: string | undefined,
): boolean {
  if (authorization === undefined)
    return by.includes('client_secret_post') && form.get('client_secret') === secret
  const shown = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString()
  return by.includes('client_secret_basic') && shown === `sealpost:${secret}`
}

/** A provider that names whomever it is told to, as it is told to: `sub` is the code that it is brought. */
export async function startDishonestProvider(): Promise<DishonestProvider> {
  const server = createServer((request, response) => {
    const respond = (status: number, body: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(body) + (provider.lies.trailingText?.[request.url ?? ''] ?? ''))
    let sent = ''
    request.on('data', (bytes: Buffer) => (sent += bytes.toString()))
    request.on('end', () => {
      if (request.url === '/.well-known/openid-configuration') respond(200, metadata())
      else if (request.url === '/jwks')
        respond(200, {
          keys: [{ ...publishedKey.publicKey.export({ format: 'jwk' }), kid: 'a', use: 'sig' }],
        })
      else if (request.url?.startsWith('/authorize?')) respond(provider.lies.authorize ?? 200, {})
      else answerToken(new URLSearchParams(sent), request.headers.authorization, respond)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    ...provider.lies.metadata,
  })

  function answerToken(
    form: URLSearchParams,
    authorization: string | undefined,
    answer: (status: number, body: object) => void,
  ): void {
    provider.tokenRequests.push(form)
    const { claims, header, signedBy, acceptedSecret, answer: told } = provider.lies
    if (acceptedSecret && !isSecretAccepted(acceptedSecret, form, authorization)) {
      answer(acceptedSecret.refusal.status, acceptedSecret.refusal.body)
      return
    }
    if (told) {
      answer(told.status, told.body)
      return
    }
    const now = Math.floor(Date.now() / 1000)
    const [sub = '', nonce = ''] = (form.get('code') ?? '').split(' ')
    const said = { iss: issuer, aud: 'sealpost', sub, nonce, iat: now, exp: now + 300, ...claims }
    const key = { foreign: unpublishedKey.privateKey, nobody: undefined, right: publishedKey.privateKey }[
      signedBy ?? 'right'
    ]
    const id_token = signToken(said, { alg: 'RS256', kid: 'a', ...header }, key)
    answer(200, { access_token: 'an-access-token', token_type: 'Bearer', id_token })
  }

  const provider: DishonestProvider = {
    issuer,
    lies: {},
    tokenRequests: [],
    stop: () => stopHttpServer(server),
  }
  return provider
}

/** The address that it sends a browser back to. */
export function returnAddress(address: string, sub: string, others: Record<string, string> = {}): string {
  const asked = new URL(address).searchParams
  const answer = new URL(asked.get('redirect_uri') ?? '')
  const code = `${sub} ${asked.get('nonce') ?? ''}`
  answer.search = new URLSearchParams({ code, state: asked.get('state') ?? '', ...others }).toString()
  return answer.href
}
