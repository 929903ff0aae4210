import type { Page } from '@playwright/test'

/** The lists that this device stores for reading offline. */
export const readOfflineLists = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<Record<string, unknown>>((resolve, reject) => {
        const opening = indexedDB.open('sealpost-lists')
        opening.onerror = () => reject(new Error('not opened'))
        opening.onsuccess = () => {
          const store = opening.result.transaction('lists').objectStore('lists')
          const [keys, values] = [store.getAllKeys(), store.getAll()]
          store.transaction.oncomplete = () => {
            opening.result.close()
            resolve(Object.fromEntries(keys.result.map((key, i) => [JSON.stringify(key), values.result[i]])))
          }
        }
      }),
  )
