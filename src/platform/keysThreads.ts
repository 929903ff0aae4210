import { callApi } from '../api/client.ts'
import type { OwnAnswersOptions } from '../../core/keys/answers.ts'
import type { OwnKeysOptions } from '../../core/keys/own.ts'
import type { KeysWorker } from '../../core/keys/keysWorker.ts'
import { WorkerPool } from './pool.ts'
import type { Living } from '../../workers/protocol/threads.ts'

type KeysPorts = Pick<OwnKeysOptions, 'workers' | 'fetchKeys'>

/** Of a folder: a page of what its senders answered. */
export const answersPage =
  (folderId: number): OwnAnswersOptions['fetchAnswers'] =>
  (after, signal) =>
    callApi('listAnswers', {
      params: { id: folderId },
      ...(after !== null && { query: { after } }),
      signal,
    })

const fetchKeys: KeysPorts['fetchKeys'] = (ids, signal) =>
  callApi('getFileKeys', { body: { file_ids: [...ids] }, signal })

/** Threads for keys, and the call for those of an administrator's files, for as long as `work` takes. */
export async function withKeysThreads<T>(
  work: (ports: KeysPorts) => Promise<T>,
  threads?: number,
): Promise<T> {
  const workers = keysPool(threads)
  try {
    return await work({ workers, fetchKeys })
  } finally {
    workers.close()
  }
}

/**
 * For the keys and manifests of many files. The browser does that work on threads of its own, so that more of ours
 * make it no faster. What it leaves behind, some 10 KB a key, is not collected for a long time, because to the
 * collector it looks small: with its worker it goes at once.
 */
const keysPool = (size = 2) =>
  new WorkerPool<KeysWorker & Living>({
    start: () => new Worker(new URL('../../workers/keys.worker.ts', import.meta.url), { type: 'module' }),
    size,
    leasesEach: 50,
  })
