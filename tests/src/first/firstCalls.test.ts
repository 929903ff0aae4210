import { expect, it } from 'vitest'
import { firstCalls } from '../../../src/first/firstCalls.ts'

const session = '/api/auth/users/me'
const folders = ['/api/folders/?sort_by=creation_date&sort_order=desc', '/api/deliveries', '/api/space']

it.each([
  ['/dashboard', [session, ...folders]],
  ['/', [session, ...folders]],
  [
    '/folders/view/7',
    [
      session,
      '/api/folders/7',
      '/api/folders/7/files?hashes=none',
      '/api/download/links/folder/7',
      '/api/folders/7/uploads',
    ],
  ],
  ['/folders/view/07', [session]],
  ['/folders/edit/7', [session]],
  ['/profile/security', [session]],
  ['/login', [session, '/api/auth/sign-in']],
  ['/download/token_-1', ['/api/download/token_-1/status']],
])('asks for what %s shows first', (path, urls) => {
  expect(firstCalls(path, false)).toEqual(urls)
})

it.each([
  '/upload/token',
  '/download/',
  '/download/token%23keys',
  '/download/token/keys',
  '/profiles',
  '/save/7',
])('asks for nothing on %s, least of all for what keys in the address may be', (path) => {
  expect(firstCalls(path, false)).toEqual([])
})

it('uses no session that has to end first, and opens links all the same', () => {
  expect(firstCalls('/dashboard', true)).toEqual([])
  expect(firstCalls('/download/token', true)).toHaveLength(1)
})
