import { expect, it } from 'vitest'
import {
  maxAllowedEmails,
  maxContactsBytes,
  maxFilesPerCopy,
  maxFilesPerDeletion,
  maxFilesTogether,
  maxKeysPerRequest,
  maxSenderFields,
} from '../../../contract/limits.ts'
import { copyFiles } from '../../../contract/schemas/sharing.ts'
import { newToken } from '../../../server/util/tokens.ts'
import { type Browser, startTestServer } from '../testServer.ts'
import type { LimitCell, EntryPointGroup } from './limitCells.ts'
import { entryPointGroups } from './entryPoints.ts'

const firstLimitOf = (cell: LimitCell): number => {
  const value = 'constants' in cell ? Object.values(cell.constants)[0] : undefined
  if (typeof value !== 'number') throw new Error('A small body has a limit.')
  return value
}

/** All that have a body, with the bytes that it may have. */
const bodyLimits = [entryPointGroups.strangers, entryPointGroups.signedIn].flatMap(
  ({ cells, routes }: EntryPointGroup) =>
    Object.entries(routes ?? {}).flatMap(([route, { body = cells.body }]) =>
      route.startsWith('GET ') ? [] : [[route, firstLimitOf(body)] as const],
    ),
)

const sendBody = (browser: Browser, route: string, length: number) => {
  const [method = '', path = ''] = route.split(' ')
  const url = path
    .replace(':link_token', 'A'.repeat(22))
    .replace(':upload_id', newToken())
    .replace(/:\w+/g, '1')
  return browser.send(method as 'POST', url, {
    payload: '{}'.padEnd(length),
    headers: { 'content-type': 'application/json' },
  })
}

it('no call takes a longer body than its row says, and none a shorter one', async () => {
  expect(bodyLimits.length).toBeGreaterThan(50)
  const { services, signIn } = await startTestServer()
  for (const [n, [route, bytes]] of bodyLimits.entries()) {
    // Somebody else for each: among the calls are those that sign out.
    const browser = await signIn(`person ${n}`)
    await services.db.updateTable('user').set({ is_operator: 1 }).execute()
    expect((await sendBody(browser, route, bytes + 1)).statusCode, route).toBe(413)
    expect((await sendBody(browser, route, bytes)).statusCode, route).not.toBe(413)
  }
})

it('no call takes more of a list than its row says', async () => {
  const { signIn } = await startTestServer()
  const browser = await signIn()
  const { id } = await browser.createFolder()
  const ids = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
  const tooLong = async (
    method: 'POST' | 'PUT',
    url: string,
    body: (count: number) => object,
    most: number,
    beyond = most + 1,
  ) => {
    const issues = async (count: number) => {
      const reply = await browser.send(method, url, { payload: body(count) })
      if (reply.body === '') return false
      const { detail } = reply.json<{ detail?: unknown }>()
      return Array.isArray(detail) && detail.some(({ type }: { type?: string }) => type === 'too_big')
    }
    expect([await issues(most), await issues(beyond)], `${method} ${url}`).toEqual([false, true])
  }
  await tooLong('POST', '/api/folders/files/keys', (n) => ({ file_ids: ids(n) }), maxKeysPerRequest)
  for (const name of ['delete', 'restore'])
    await tooLong('POST', `/api/folders/files/${name}`, (n) => ({ file_ids: ids(n) }), maxFilesPerDeletion)
  const question = { label: 'a', kind: 'text', required: false }
  await tooLong(
    'POST',
    '/api/folders/',
    (n) => ({ title: 'a', sender_fields: Array(n).fill(question) }),
    maxSenderFields,
  )
  await tooLong(
    'PUT',
    `/api/folders/${id}`,
    (n) => ({ title: 'a', allowed_emails: ids(n).map((i) => `a${i}@example.org`) }),
    maxAllowedEmails,
  )
  const contacts = (n: number) => ({ n: 1, sealed: Buffer.alloc(n).toString('base64') })
  await tooLong('PUT', '/api/contacts', contacts, maxContactsBytes, maxContactsBytes + 3)
  const together = async (count: number) =>
    (await browser.get(`/api/folders/files/content?ids=${ids(count).join(',')}`)).statusCode
  expect([await together(maxFilesTogether), await together(maxFilesTogether + 1)]).toEqual([404, 422])
})

it('a step of copying has as many files as its row says', () => {
  const isValidCopy = (count: number) => {
    const file = (_: unknown, i: number) => ({ file_id: i + 1, encrypted_key: 'AAAA' })
    const files = Array.from({ length: count }, file)
    return copyFiles.body.safeParse({ copy_id: 'A'.repeat(22), sealed_to: 'A'.repeat(43), files }).success
  }
  expect([isValidCopy(maxFilesPerCopy), isValidCopy(maxFilesPerCopy + 1)]).toEqual([true, false])
})
