import { callApi } from '../api/client.ts'
import type { OwnAnswersOptions } from '../../core/keys/answers.ts'
import type { OwnKeysOptions } from '../../core/keys/ownFiles.ts'
import type { KeysWorker } from '../../core/keys/keysWorker.ts'
import scriptUrl from '../../workers/keys.worker.ts?worker&url'
import { preloadScript } from './preloadScript.ts'
import { WorkerPool } from './workerPool.ts'
import type { LockHolder } from '../../workers/shared/threads.ts'

type KeysPorts = Pick<OwnKeysOptions, 'workers' | 'fetchKeys'>

/** A function that fetches one page of a folder's sealed answers. */
export const fetchAnswersPage =
  (folderId: number): OwnAnswersOptions['fetchAnswers'] =>
  (after, signal) =>
    callApi('listAnswers', { params: { id: folderId }, ...(after !== null && { query: { after } }), signal })

const fetchKeys: KeysPorts['fetchKeys'] = (ids, signal) =>
  callApi('getFileKeys', { query: { hashes: 'all' }, body: { file_ids: [...ids] }, signal })

/** Provides workers for keys, and the call that fetches the user's file keys, while `work` runs. */
export async function withKeysWorkers<T>(
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

export const preloadKeysWorker = (): Promise<void> => preloadScript(scriptUrl)

/**
 * Workers for the keys and manifests of many files. Two suffice: the browser does that work on threads of its
 * own. Its garbage, some 10 KB a key, is collected late because it looks small to the collector, so workers
 * are replaced now and then.
 */
const keysPool = (size = 2) =>
  new WorkerPool<KeysWorker & LockHolder>({
    start: () => new Worker(scriptUrl, { type: 'module' }),
    size,
    maxLeasesPerWorker: 50,
  })
