import { expect, it } from 'vitest'
import { downloadOwnFiles } from '../../../../src/features/folderFiles/download/downloadOwnFiles.ts'
import type { UnlockedKey } from '../../../../src/session/unlockedKey.ts'
import { selectNotifications } from '../../../../src/store/notifications.ts'
import { store } from '../../../../src/store/store.ts'

it('a download without files is refused', async () => {
  const request = {
    folder: { id: 7, title: 'Tax', several: null, link_token: 'A'.repeat(22) },
    records: [],
    compareSha256: false,
    isBySender: false,
    archiveName: 'Tax_selected.zip',
  }
  await store.dispatch(downloadOwnFiles(request, {} as UnlockedKey))
  expect(selectNotifications(store.getState()).map(({ severity, message }) => [severity, message])).toEqual([
    ['error', 'No files selected for ZIP download.'],
  ])
})
