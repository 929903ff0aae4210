import { expect, it } from 'vitest'
import { countAttempt, waitSeconds } from '../../../server/downloads/linkPassword.ts'
import { createLink, protectedLink, withFiles } from '../links.ts'

it('lets five of many attempts through that come at the very same time', async () => {
  const { server, browser, ids } = await withFiles()
  await createLink(browser, protectedLink(ids))
  const waits = await Promise.all(Array.from({ length: 50 }, () => countAttempt(server.services, 1)))
  expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
  // Those that had to wait have not counted.
  const link = await server.services.db.selectFrom('download_link').selectAll().executeTakeFirst()
  expect(link?.password_attempts).toBe(5)
})

it.each([
  [4, 0, 0],
  [5, 0, 30],
  [5, 29.5, 1],
  [5, 30, 0],
  [6, 30, 30],
  [9, 0, 480],
  [10, 0, 900],
  [5000, 0, 900],
  [5000, 900, 0],
  // The clock was set back by a day.
  [5, -24 * 3600, 30],
])('after %i attempts and %d seconds the wait is %i', (password_attempts, seconds, wait) => {
  const last = new Date('2026-05-04T03:02:01.000Z')
  const now = new Date(last.getTime() + seconds * 1000)
  expect(waitSeconds({ password_attempts, last_attempt_at: last.toISOString() }, now)).toBe(wait)
})
