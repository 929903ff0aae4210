import { beforeEach, describe, expect, it } from 'vitest'
import { SentHistory } from '../../../../src/features/upload/sentHistory.ts'
import { FaultyStore } from '../../../core/util/faultyStore.ts'

const day = 24 * 3600 * 1000
const now = Date.parse('2026-11-24T12:00:00Z')
let disk: FaultyStore
let sent: SentHistory
beforeEach(() => {
  disk = new FaultyStore()
  sent = new SentHistory(disk.use)
})
/** Each another. */
let fileId = 0
const files = (...all: string[]) => all.map((name) => ({ fileId: ++fileId, name }))
const names = async (link: string, at = now) => (await sent.rowsOfLink(link, at)).map(({ name }) => name)

describe('the history of sent files', () => {
  it('is listed for its own link alone, the latest first', async () => {
    await sent.remember('link', files('a.txt', 'b/c.txt'), now - day)
    await sent.remember('link', files('later.txt'), now)
    await sent.remember('another', files('z.txt'), now)
    expect(await names('link')).toEqual(['later.txt', 'a.txt', 'b/c.txt'])
  })

  it('contains a name and a time, and reveals no link', async () => {
    await sent.remember('the-secret-link', files('a.txt'), now)
    const interrupted = JSON.stringify([...disk.rows])
    expect(interrupted).toContain('a.txt')
    expect(interrupted).not.toContain('the-secret-link')
  })

  it('expires after seven days, for every link', async () => {
    await sent.remember('link', files('old.txt'), now - 7 * day)
    await sent.remember('another', files('old.txt'), now - 8 * day)
    await sent.remember('link', files('young.txt'), now - 6 * day)
    expect(await names('link')).toEqual(['young.txt'])
    await sent.forgetExpired(now)
    expect(disk.rows.size).toBe(1)
  })

  it('expires even if the clock was wrong', async () => {
    await sent.remember('link', files('a.txt'), now + 400 * day)
    expect(await names('link')).toEqual([])
    await sent.forgetExpired(now)
    expect(disk.rows.size).toBe(0)
  })

  it('is listed once, however often it is remembered', async () => {
    const sending = files('a.txt', 'b.txt')
    await sent.remember('link', sending, now - day)
    await sent.remember('link', [...sending, ...files('c.txt')], now)
    expect(await names('link')).toEqual(['c.txt', 'a.txt', 'b.txt'])
    await sent.remember('another', sending, now)
    expect(await names('another')).toEqual(['a.txt', 'b.txt'])
  })

  it('is removed one by one', async () => {
    await sent.remember('link', files('a.txt', 'b.txt'), now)
    await sent.forget((await sent.rowsOfLink('link', now)).slice(0, 1))
    expect(await names('link')).toEqual(['b.txt'])
  })
})
