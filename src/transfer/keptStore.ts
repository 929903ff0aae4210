import type { UseStore } from 'idb-keyval'

let database: Promise<IDBDatabase> | undefined

/**
 * As idb-keyval's own `createStore`, but what is written is on the disk when the promise resolves: after a power cut,
 * too, a record must not be older than what was sent with its key.
 */
export const keptStore: UseStore = async (mode, callback) => {
  database ??= open()
  const transaction = (await database).transaction('kept', mode, { durability: 'strict' })
  return callback(transaction.objectStore('kept'))
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('sealpost-uploads', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('kept')
    const tryAnew = () => (database = undefined)
    request.onsuccess = () => {
      request.result.onclose = tryAnew
      resolve(request.result)
    }
    request.onerror = () => {
      tryAnew()
      reject(request.error ?? new Error('No storage.'))
    }
  })
}
