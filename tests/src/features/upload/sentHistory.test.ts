import { beforeEach, describe, expect, it } from 'vitest'
import { SentHistory } from '../../../../src/features/upload/sentHistory.ts'
import { FaultyStore } from '../../../core/util/faultyStore.ts'

const dayMs = 24 * 3600 * 1000
const now = Date.parse('2026-11-24T12:00:00Z')
let disk: FaultyStore
let history: SentHistory
beforeEach(() => {
  disk = new FaultyStore()
  history = new SentHistory(disk.use)
})
/** Each another. */
let fileId = 0
const sentFiles = (...all: string[]) => all.map((name) => ({ fileId: ++fileId, name }))
const namesOf = async (link: string, at = now) => (await history.rowsOfLink(link, at)).map(({ name }) => name)

describe('the history of sent files', () => {
  it('is listed for its own link alone, the latest first', async () => {
    await history.remember('link', sentFiles('a.txt', 'b/c.txt'), now - dayMs)
    await history.remember('link', sentFiles('later.txt'), now)
    await history.remember('another', sentFiles('z.txt'), now)
    expect(await namesOf('link')).toEqual(['later.txt', 'a.txt', 'b/c.txt'])
  })

  it('contains a name and a time, and reveals no link', async () => {
    await history.remember('the-secret-link', sentFiles('a.txt'), now)
    const interrupted = JSON.stringify([...disk.rows])
    expect(interrupted).toContain('a.txt')
    expect(interrupted).not.toContain('the-secret-link')
  })

  it('expires after seven days, for every link', async () => {
    await history.remember('link', sentFiles('old.txt'), now - 7 * dayMs)
    await history.remember('another', sentFiles('old.txt'), now - 8 * dayMs)
    await history.remember('link', sentFiles('young.txt'), now - 6 * dayMs)
    expect(await namesOf('link')).toEqual(['young.txt'])
    await history.forgetExpired(now)
    expect(disk.rows.size).toBe(1)
  })

  it('expires even if the clock was wrong', async () => {
    await history.remember('link', sentFiles('a.txt'), now + 400 * dayMs)
    expect(await namesOf('link')).toEqual([])
    await history.forgetExpired(now)
    expect(disk.rows.size).toBe(0)
  })

  it('is listed once, however often it is remembered', async () => {
    const sending = sentFiles('a.txt', 'b.txt')
    await history.remember('link', sending, now - dayMs)
    await history.remember('link', [...sending, ...sentFiles('c.txt')], now)
    expect(await namesOf('link')).toEqual(['c.txt', 'a.txt', 'b.txt'])
    await history.remember('another', sending, now)
    expect(await namesOf('another')).toEqual(['a.txt', 'b.txt'])
  })

  it('is removed one by one', async () => {
    await history.remember('link', sentFiles('a.txt', 'b.txt'), now)
    await history.forget((await history.rowsOfLink('link', now)).slice(0, 1))
    expect(await namesOf('link')).toEqual(['b.txt'])
  })
})
