import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { knownScriptUrl } from '../../../workers/shared/trustedTypes.ts'

const origin = 'https://files.example'
beforeEach(() => vi.stubGlobal('location', new URL(`${origin}/upload/abc#key`)))
afterEach(() => vi.unstubAllGlobals())

it.each([
  '/serviceWorker.js',
  '/direct.js',
  '/save/sw.js',
  '/assets/seal.worker-0SfOaKWD.js',
  `${origin}/assets/seal.worker-0SfOaKWD.js`,
])('scripts of workers may come from %s', (address) => {
  expect(knownScriptUrl(address)).toBe(new URL(address, origin).href)
})

it.each([
  'https://evil.example/assets/seal.worker-0SfOaKWD.js',
  '//evil.example/serviceWorker.js',
  'https://user@files.example/serviceWorker.js',
  'http://files.example/serviceWorker.js',
  'data:text/javascript,alert(1)',
  'blob:https://files.example/0d3a',
  'javascript:alert(1)',
  '/api/folders/download/7',
  '/assets/a.worker.js?x',
  '/assets/../api/x.js',
  '/assets/%2e%2e/api/x.js',
  '/assets/a/b.js',
  '/serviceWorker.js#x',
  'https://',
])('and from nowhere else: %s', (address) => {
  expect(knownScriptUrl(address)).toBe(null)
})
