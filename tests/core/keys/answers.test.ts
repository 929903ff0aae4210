import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { AnswersPage } from '../../../contract/schemas/folders.ts'
import {
  type DecryptionKey,
  importPrivateKey,
  importRecipientKey,
  randomBytes,
  sealAnswers,
  toBase64Url,
} from '../../../core/crypto/index.ts'
import { openOwnAnswers } from '../../../core/keys/answers.ts'
import { keysWorker } from '../../../core/keys/keysWorker.ts'
import { recipientKeys } from '../seal/localPorts.ts'
import { longTestPair, testPair } from '../../keyPairs.ts'

const newBatch = () => toBase64Url(randomBytes(16))
const said = (value: string) => [{ label: 'Name', value }]
const workers = { lease: <T>(work: (worker: typeof keysWorker) => Promise<T>) => work(keysWorker) }

let mine: Awaited<ReturnType<typeof recipientKeys>>
let former: typeof mine
let decryptionKeys: DecryptionKey[]
beforeAll(async () => {
  ;[mine, former] = [await recipientKeys(), await recipientKeys()]
  decryptionKeys = [mine, former].map(({ privateKey }) => ({ privateKey, origin: null }))
})

const sealed = async (batch: string, value: string, to = mine.recipient) => ({
  batch_id: batch,
  answers: (await sealAnswers(to, batch, said(value))).sealedB64,
})

/** Answers as a server gives them, a page after the other. */
function open(wanted: readonly string[], pages: AnswersPage[]) {
  const fetchAnswers = vi.fn((after: string | null) => {
    const at = after === null ? 0 : pages.findIndex(({ next }) => next === after) + 1
    return Promise.resolve(pages[at] ?? { answers: [], next: null })
  })
  const { signal } = new AbortController()
  const opened = openOwnAnswers(new Set(wanted), { workers, signal, decryptionKeys, fetchAnswers })
  return { opened, fetchAnswers }
}

describe('the answers of a folder', () => {
  it('come from all pages, with the key that fits, also that of a former pair', async () => {
    const [one, other] = [newBatch(), newBatch()]
    const { opened } = open(
      [one, other],
      [
        { answers: [await sealed(one, 'Ada')], next: one },
        { answers: [await sealed(other, 'Ben', former.recipient)], next: null },
      ],
    )
    const found = await opened
    expect(found.get(one)?.answers).toEqual(said('Ada'))
    expect(found.get(other)?.answers).toEqual(said('Ben'))
  })

  it('open with a former key that is shorter than the one in force', async () => {
    const batch = newBatch()
    const short = await importRecipientKey(testPair.spkiBytes)
    const decryptionKeys = await Promise.all(
      [longTestPair, testPair].map(async ({ pkcs8Bytes }) => ({
        privateKey: await importPrivateKey(pkcs8Bytes),
        origin: null,
      })),
    )
    const { answers: answersB64 } = await sealed(batch, 'Ada', short)
    const [opened] = await keysWorker.openAnswers(decryptionKeys, [{ batch, answersB64 }])
    expect(opened).toMatchObject({ ok: true, answers: said('Ada') })
  })

  it('are asked for no longer than until all are there', async () => {
    const [one, other] = [newBatch(), newBatch()]
    const { opened, fetchAnswers } = open(
      [one],
      [
        { answers: [await sealed(one, 'Ada')], next: one },
        { answers: [await sealed(other, 'Ben')], next: null },
      ],
    )
    expect([...(await opened).keys()]).toEqual([one])
    expect(fetchAnswers).toHaveBeenCalledTimes(1)
  })

  it('are asked for no longer where those that are wanted do not open', async () => {
    const [one, other] = [newBatch(), newBatch()]
    const { answers } = await sealed(other, 'Ben')
    const { opened, fetchAnswers } = open(
      [one],
      [
        { answers: [{ batch_id: one, answers }], next: one },
        { answers: [{ batch_id: other, answers }], next: null },
      ],
    )
    expect((await opened).size).toBe(0)
    expect(fetchAnswers).toHaveBeenCalledTimes(1)
  })

  it('are not asked for where no manifest names any', async () => {
    const { opened, fetchAnswers } = open([], [])
    expect((await opened).size).toBe(0)
    expect(fetchAnswers).not.toHaveBeenCalled()
  })

  it('that a server gives for another batch, or altered, are not there', async () => {
    const [one, other, third] = [newBatch(), newBatch(), newBatch()]
    const { answers } = await sealed(one, 'Ada')
    const { opened } = open(
      [other, third],
      [
        {
          answers: [
            { batch_id: other, answers },
            { batch_id: third, answers: 'no base64' },
          ],
          next: null,
        },
      ],
    )
    expect((await opened).size).toBe(0)
  })

  it('of a server whose page leads to itself are read once', async () => {
    const one = newBatch()
    const page = { answers: [await sealed(one, 'Ada')], next: one }
    const { opened, fetchAnswers } = open([one], [page, page])
    expect((await opened).size).toBe(1)
    expect(fetchAnswers.mock.calls.length).toBeLessThan(4)
  })
})
