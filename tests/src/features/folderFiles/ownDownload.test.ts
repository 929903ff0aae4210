import { afterEach, expect, it, vi } from 'vitest'
import type { FileRecord } from '../../../../contract/folders.ts'
import { downloadOwnFiles } from '../../../../src/features/folderFiles/ownDownload.ts'
import type { UnlockedKey } from '../../../../src/session/unlockedKey.ts'
import { selectNotifications } from '../../../../src/store/notifications.ts'
import { store } from '../../../../src/store/store.ts'
import { openOwnFiles } from '../../../../src/transfer/ownFiles.ts'

afterEach(() => vi.unstubAllGlobals())

it('of no files at all is refused', async () => {
  const request = { folderId: 7, records: [], compareSha256: false, archiveName: 'Tax_selected.zip' }
  await store.dispatch(downloadOwnFiles(request, {} as UnlockedKey))
  expect(selectNotifications(store.getState()).map(({ severity, message }) => [severity, message])).toEqual([
    ['error', 'No files selected for ZIP download.'],
  ])
})

it('names a file whose keys the server does not give', async () => {
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([])))
  const record = { id: 1, original_filename: 'plan.pdf' } as FileRecord
  const { opened, unopened } = await openOwnFiles([record], {
    privateKey: {} as CryptoKey,
    pool: {} as never, // no key came, so there is nothing to open
    signal: new AbortController().signal,
    onProgress: () => undefined,
  })
  expect(opened).toEqual([])
  expect(unopened).toEqual([{ record, error: 'Missing encryption data for plan.pdf', code: null }])
})
