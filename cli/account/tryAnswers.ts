import type { OpenBatches } from '../../core/keys/answers.ts'
import type { SealedBatch } from '../../core/keys/keysWorker.ts'
import { type FailedWraps, hashOfWrap, type Wrap } from './failedWraps.ts'

type AnswersResult = Awaited<ReturnType<OpenBatches>>[number]

/** Opens the answers of as many batches as are allowed. @returns results of those that were tried, and the rest */
export async function tryAnswers(
  failedWraps: FailedWraps,
  batches: readonly SealedBatch[],
  open: OpenBatches,
): Promise<{ tried: AnswersResult[]; waiting: readonly SealedBatch[] }> {
  const tried: AnswersResult[] = []
  const untried = batches
    .map((batch): SealedBatch & Wrap => ({ ...batch, hash: hashOfWrap(batch.answersB64) }))
    .filter(({ hash }) => !failedWraps.faultOf(hash))
  const waiting = await failedWraps.tryAllowed(untried, async (allowed) => {
    const results = await open(allowed)
    tried.push(...results)
    return new Map(
      allowed.flatMap(({ hash }, index) => {
        const result = results[index]
        return result?.ok === false && result.fault.code !== 'newer-version' ? [[hash, result.fault]] : []
      }),
    )
  })
  return { tried, waiting }
}
