import { afterEach, expect, it, vi } from 'vitest'
import { fingerprint, toBase64, utf8 } from '../../../../core/crypto/index.ts'
import { uploadLinkProblem, uploadLinkWithKey } from '../../../../src/features/dashboard/uploadLink.ts'

afterEach(() => vi.unstubAllGlobals())

/** What a server answers that tells the owner, whose session it sees, from the uploaders of a link. */
const ownKey = toBase64(utf8('own key'))
const ownFingerprint = await fingerprint(utf8('own key'))

const otherKeyMessage = expect.stringContaining(
  'is not the one that your unlocked private key vouches for',
) as string

it.each([
  ['the same key', ownKey, null],
  ['another key', toBase64(utf8('key of somebody else')), otherKeyMessage],
  ['no key at all', 'own key!', otherKeyMessage],
])('asks as an uploader would, without the session: they are given %s', async (_, ofUploaders, refusal) => {
  const requests: string[] = []
  vi.stubGlobal('fetch', (url: string, { credentials }: RequestInit) => {
    requests.push(url)
    return Promise.resolve(Response.json({ public_key_spki: credentials === 'omit' ? ofUploaders : ownKey }))
  })
  expect(await uploadLinkProblem('token', { fingerprint: ownFingerprint.b64u })).toEqual(refusal)
  expect(requests).toEqual(['/api/upload/token/public-key'])
})

it.each([
  ['is refused', () => Response.json({ detail: 'Nothing here.' }, { status: 404 })],
  ['fails', () => Response.json({ detail: 'Out of order.' }, { status: 500 })],
  ['is no JSON', () => new Response('<html>')],
  ['is nothing', () => Response.json(null)],
])('gives no link out when the answer %s', async (_, answer) => {
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', () => Promise.resolve(answer()))
  expect(await uploadLinkProblem('token', { fingerprint: ownFingerprint.b64u })).toContain(
    'does not say which key it gives',
  )
})

it('gives it out when no answer comes at all', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await uploadLinkProblem('token', { fingerprint: ownFingerprint.b64u })).toBeNull()
})

it.each([
  [undefined, 'k'],
  [false, 'k'],
  [true, 'kp'],
])(
  'names the key in a way that older programs refuse where names are hidden: %s',
  (private_names, member) => {
    vi.stubGlobal('window', { location: { origin: 'https://files.example.org' } })
    const recipient = { fingerprint: 'fp', ownerSecret: {} as CryptoKey, folder: '7' }
    const folder = { link_token: 'token', ...(private_names !== undefined && { private_names }) }
    expect(uploadLinkWithKey(folder, recipient as Parameters<typeof uploadLinkWithKey>[1])).toBe(
      `https://files.example.org/upload/token#${member}=fp`,
    )
  },
)
