import type { OpenBatches } from '../../core/keys/answers.ts'
import type { SealedBatch } from '../../core/keys/keysWorker.ts'
import { type FailedWraps, hashOfWrap, type Wrap } from './failedWraps.ts'

type AnswersResult = Awaited<ReturnType<OpenBatches>>[number]

/** Opens answers, as many as may be tried. @returns what became of them, and those that have to wait */
export async function tryAnswers(
  failedWraps: FailedWraps,
  batches: readonly SealedBatch[],
  open: OpenBatches,
): Promise<{ tried: AnswersResult[]; waiting: readonly SealedBatch[] }> {
  const tried: AnswersResult[] = []
  const untried = batches
    .map((one): SealedBatch & Wrap => ({ ...one, hash: hashOfWrap(one.answersB64) }))
    .filter(({ hash }) => !failedWraps.faultOf(hash))
  const waiting = await failedWraps.tryAllowed(untried, async (some) => {
    const results = await open(some)
    tried.push(...results)
    return new Map(
      some.flatMap(({ hash }, at) => {
        const result = results[at]
        return result?.ok === false && result.fault.code !== 'newer-version' ? [[hash, result.fault]] : []
      }),
    )
  })
  return { tried, waiting }
}
