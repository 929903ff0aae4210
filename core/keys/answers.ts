import type { AnswersPage } from '../../contract/schemas/folders.ts'
import type { Answer, DecryptionKey } from '../crypto/index.ts'
import type { KeysWorker, OpenedAnswers, SealedBatch, UnopenedAnswers } from './keysWorker.ts'
import { inShares, type KeysWorkers } from './shares.ts'

export interface OwnAnswersOptions {
  workers: KeysWorkers
  signal: AbortSignal
  /** Of the folder: those that its files open with. */
  decryptionKeys: DecryptionKey[]
  /** A page of what the server has. */
  fetchAnswers: (after: string | null, signal: AbortSignal) => Promise<AnswersPage>
}

/** What was answered with a batch, and the hash by which manifests name it. */
export interface BatchAnswers {
  readonly digest: string
  readonly answers: readonly Answer[]
}

/** A server that goes on and on is not followed any further: 100 000 batches. */
const mostPages = 1000

/**
 * Answers that open, by batch. Those of other batches than the `wanted` are left alone. A batch has one entry: once all have
 * been seen, no further page is asked for, whether they open or not.
 * @throws what `fetchAnswers` throws, or the signal's reason
 */
export async function openOwnAnswers(
  wanted: ReadonlySet<string>,
  { decryptionKeys, fetchAnswers, ...threads }: OwnAnswersOptions,
): Promise<Map<string, BatchAnswers>> {
  const opened = new Map<string, BatchAnswers>()
  if (wanted.size === 0) return opened
  const open = (worker: KeysWorker, share: SealedBatch[]) => worker.openAnswers(decryptionKeys, share)
  const unseen = new Set(wanted)
  let after: string | null = null
  for (let page = 0; page < mostPages; page++) {
    const { answers, next } = await fetchAnswers(after, threads.signal)
    const sealed = answers
      .filter(({ batch_id }) => wanted.has(batch_id))
      .map(({ batch_id, answers: answersB64 }) => ({ batch: batch_id, answersB64 }))
    for (const { batch } of sealed) unseen.delete(batch)
    const some = await inShares<SealedBatch, OpenedAnswers | UnopenedAnswers>(sealed, open, {
      ...threads,
      onProgress: () => undefined,
    })
    for (const one of some) {
      if (one.ok) opened.set(one.batch, { digest: one.digestB64u, answers: one.answers })
    }
    if (unseen.size === 0 || next === null || next === after) break
    after = next
  }
  return opened
}
