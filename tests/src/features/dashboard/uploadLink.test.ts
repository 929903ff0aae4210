import { afterEach, expect, it, vi } from 'vitest'
import { isServedKey } from '../../../../src/features/dashboard/uploadLink.ts'
import type { UnlockedKey } from '../../../../src/session/unlockedKey.ts'

afterEach(() => vi.unstubAllGlobals())

/** What a server answers that tells the owner, whose session it sees, from the uploaders of a link. */
it.each([
  ['the same key', 'own key', true],
  ['another key', 'key of somebody else', false],
])('asks as an uploader would, without the session: they are given %s', async (_, ofUploaders, isServed) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string, { credentials }: RequestInit) => {
    asked.push(url)
    return Promise.resolve(
      Response.json({ public_key_spki: credentials === 'omit' ? ofUploaders : 'own key' }),
    )
  })
  expect(await isServedKey('token', { publicKeySpki: 'own key' } as UnlockedKey)).toBe(isServed)
  expect(asked).toEqual(['/api/upload/token/public-key'])
})
