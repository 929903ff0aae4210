import { callApi } from '../../api/client.ts'
import type { OwnKeysOptions } from '../keys/own.ts'
import { WorkerPool } from '../workerPool.ts'

type KeysPorts = Pick<OwnKeysOptions, 'benches' | 'fetchKeys'>

const fetchKeys: KeysPorts['fetchKeys'] = (ids, signal) =>
  callApi('getFileKeys', { body: { file_ids: [...ids] }, signal })

/** Threads for keys, and the call for those of an administrator's files, for as long as `work` takes. */
export async function withKeysThreads<T>(
  work: (ports: KeysPorts) => Promise<T>,
  threads?: number,
): Promise<T> {
  const benches = WorkerPool.forKeys(threads)
  try {
    return await work({ benches, fetchKeys })
  } finally {
    benches.close()
  }
}
