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

const newBatchId = () => toBase64Url(randomBytes(16))
const answersNamed = (value: string) => [{ label: 'Name', value }]
const workers = { lease: <T>(work: (worker: typeof keysWorker) => Promise<T>) => work(keysWorker) }

let ownPair: Awaited<ReturnType<typeof recipientKeys>>
let formerPair: typeof ownPair
let decryptionKeys: DecryptionKey[]
beforeAll(async () => {
  ;[ownPair, formerPair] = [await recipientKeys(), await recipientKeys()]
  decryptionKeys = [ownPair, formerPair].map(({ privateKey }) => ({ privateKey, origin: null }))
})

const sealedAnswersOf = async (batch: string, value: string, to = ownPair.recipient) => ({
  batch_id: batch,
  answers: (await sealAnswers(to, batch, answersNamed(value))).sealedB64,
})

/** Answers as a server gives them, a page after the other. */
function openAnswers(wanted: readonly string[], pages: AnswersPage[]) {
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
    const [one, other] = [newBatchId(), newBatchId()]
    const { opened } = openAnswers(
      [one, other],
      [
        { answers: [await sealedAnswersOf(one, 'Ada')], next: one },
        { answers: [await sealedAnswersOf(other, 'Ben', formerPair.recipient)], next: null },
      ],
    )
    const found = await opened
    expect(found.get(one)?.answers).toEqual(answersNamed('Ada'))
    expect(found.get(other)?.answers).toEqual(answersNamed('Ben'))
  })

  it('open with a former key that is shorter than the one in force', async () => {
    const batch = newBatchId()
    const short = await importRecipientKey(testPair.spkiBytes)
    const decryptionKeys = await Promise.all(
      [longTestPair, testPair].map(async ({ pkcs8Bytes }) => ({
        privateKey: await importPrivateKey(pkcs8Bytes),
        origin: null,
      })),
    )
    const { answers: answersB64 } = await sealedAnswersOf(batch, 'Ada', short)
    const [opened] = await keysWorker.openAnswers(decryptionKeys, [{ batch, answersB64 }])
    expect(opened).toMatchObject({ ok: true, answers: answersNamed('Ada') })
  })

  it('of a later version are told from missing ones', async () => {
    const batch = newBatchId()
    const { opened } = openAnswers(
      [batch],
      [{ answers: [{ batch_id: batch, answers: '2.AAAA' }], next: null }],
    )
    expect((await opened).get(batch)).toEqual({ digest: null, answers: [] })
  })

  it('are asked for no longer than until all are there', async () => {
    const [one, other] = [newBatchId(), newBatchId()]
    const { opened, fetchAnswers } = openAnswers(
      [one],
      [
        { answers: [await sealedAnswersOf(one, 'Ada')], next: one },
        { answers: [await sealedAnswersOf(other, 'Ben')], next: null },
      ],
    )
    expect([...(await opened).keys()]).toEqual([one])
    expect(fetchAnswers).toHaveBeenCalledTimes(1)
  })

  it('are asked for no longer where those that are wanted do not open', async () => {
    const [one, other] = [newBatchId(), newBatchId()]
    const { answers } = await sealedAnswersOf(other, 'Ben')
    const { opened, fetchAnswers } = openAnswers(
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
    const { opened, fetchAnswers } = openAnswers([], [])
    expect((await opened).size).toBe(0)
    expect(fetchAnswers).not.toHaveBeenCalled()
  })

  it('that a server gives for another batch, or altered, are not there', async () => {
    const [one, other, third] = [newBatchId(), newBatchId(), newBatchId()]
    const { answers } = await sealedAnswersOf(one, 'Ada')
    const { opened } = openAnswers(
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
    const one = newBatchId()
    const page = { answers: [await sealedAnswersOf(one, 'Ada')], next: one }
    const { opened, fetchAnswers } = openAnswers([one], [page, page])
    expect((await opened).size).toBe(1)
    expect(fetchAnswers.mock.calls.length).toBeLessThan(4)
  })
})
