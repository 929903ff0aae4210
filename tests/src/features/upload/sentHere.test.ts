import { beforeEach, describe, expect, it } from 'vitest'
import { SentHere } from '../../../../src/features/upload/sentHere.ts'
import { FaultyStore } from '../../transfer/faultyStore.ts'

const day = 24 * 3600 * 1000
const now = Date.parse('2026-11-24T12:00:00Z')
let disk: FaultyStore
let sent: SentHere
beforeEach(() => {
  disk = new FaultyStore()
  sent = new SentHere(disk.use)
})
const names = async (link: string, at = now) => (await sent.of(link, at)).map(({ name }) => name)

describe('what was sent from this device', () => {
  it('is listed for its own link alone, the latest first', async () => {
    await sent.remember('link', ['a.txt', 'b/c.txt'], now - day)
    await sent.remember('link', ['later.txt'], now)
    await sent.remember('another', ['z.txt'], now)
    expect(await names('link')).toEqual(['later.txt', 'a.txt', 'b/c.txt'])
  })

  it('is a name and a time: no link can be read from it', async () => {
    await sent.remember('the-secret-link', ['a.txt'], now)
    const kept = JSON.stringify([...disk.rows])
    expect(kept).toContain('a.txt')
    expect(kept).not.toContain('the-secret-link')
  })

  it('ends after seven days, of every link', async () => {
    await sent.remember('link', ['old.txt'], now - 7 * day)
    await sent.remember('another', ['old.txt'], now - 8 * day)
    await sent.remember('link', ['young.txt'], now - 6 * day)
    expect(await names('link')).toEqual(['young.txt'])
    await sent.forgetOld(now)
    expect(disk.rows.size).toBe(1)
  })

  it('does not stay for ever where the clock was wrong', async () => {
    await sent.remember('link', ['a.txt'], now + 400 * day)
    expect(await names('link')).toEqual([])
    await sent.forgetOld(now)
    expect(disk.rows.size).toBe(0)
  })

  it('is removed one by one', async () => {
    await sent.remember('link', ['a.txt', 'b.txt'], now)
    await sent.forget((await sent.of('link', now)).slice(0, 1))
    expect(await names('link')).toEqual(['b.txt'])
  })
})
