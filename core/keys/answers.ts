import type { AnswersPage } from '../../contract/schemas/folders.ts'
import type { Answer, DecryptionKey } from '../crypto/index.ts'
import type { KeysWorker, OpenedAnswers, SealedBatch, UnopenedAnswers } from './keysWorker.ts'
import { splitAcrossWorkers, type KeysWorkers } from './splitAcrossWorkers.ts'

export type OpenBatches = (batches: readonly SealedBatch[]) => Promise<(OpenedAnswers | UnopenedAnswers)[]>

export interface OwnAnswersOptions {
  workers: KeysWorkers
  signal: AbortSignal
  decryptionKeys: DecryptionKey[]
  fetchAnswers: (after: string | null, signal: AbortSignal) => Promise<AnswersPage>
  /** Decides which are opened, where nobody watches what does not open. */
  tryBatches?: (batches: readonly SealedBatch[], open: OpenBatches) => ReturnType<OpenBatches>
}

export interface BatchAnswers {
  /** The hash by which manifests name them; null for answers in the format of a later version. */
  readonly digest: string | null
  readonly answers: readonly Answer[]
}

const tryAll: NonNullable<OwnAnswersOptions['tryBatches']> = (batches, open) => open(batches)

/** Limit against endless lists: 100 000 batches. */
const maxPages = 1000

/**
 * Opens answers, by batch; only of the `wanted` batches. A batch has one entry: once all have been seen, no
 * further page is fetched, even if some do not open.
 * @throws errors of `fetchAnswers`, or the signal's reason
 */
export async function openOwnAnswers(
  wanted: ReadonlySet<string>,
  { decryptionKeys, fetchAnswers, tryBatches = tryAll, ...threads }: OwnAnswersOptions,
): Promise<Map<string, BatchAnswers>> {
  const opened = new Map<string, BatchAnswers>()
  if (wanted.size === 0) return opened
  const openShare = (worker: KeysWorker, share: SealedBatch[]) => worker.openAnswers(decryptionKeys, share)
  const open: OpenBatches = (batches) =>
    splitAcrossWorkers([...batches], openShare, { ...threads, onProgress: () => undefined })
  const unseen = new Set(wanted)
  let after: string | null = null
  for (let page = 0; page < maxPages; page++) {
    const { answers, next } = await fetchAnswers(after, threads.signal)
    const sealed = answers
      .filter(({ batch_id }) => unseen.delete(batch_id))
      .map(({ batch_id, answers: answersB64 }) => ({ batch: batch_id, answersB64 }))
    for (const one of await tryBatches(sealed, open)) {
      if (one.ok) opened.set(one.batch, { digest: one.digestB64u, answers: one.answers })
      else if (one.fault.code === 'newer-version') opened.set(one.batch, { digest: null, answers: [] })
    }
    if (unseen.size === 0 || next === null || next === after) break
    after = next
  }
  return opened
}
