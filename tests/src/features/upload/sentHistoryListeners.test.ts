import { createListenerMiddleware } from '@reduxjs/toolkit'
import { expect, it, vi } from 'vitest'
import { addToQueue } from '../../../../src/features/upload/intake/addToQueue.ts'
import {
  forgetSentFiles,
  installSentHistoryListeners,
} from '../../../../src/features/upload/sent/sentHistoryListeners.ts'
import { SentHistory } from '../../../../src/features/upload/sentHistory.ts'
import { sentHistoryToggled, uploadRequested } from '../../../../src/features/upload/uploadEvents.ts'
import { selectUpload } from '../../../../src/features/upload/uploadSlice.ts'
import { selectNotifications } from '../../../../src/store/notifications.ts'
import type { AppDispatch, RootState } from '../../../../src/store/store.ts'
import { FaultyStore } from '../../../core/util/faultyStore.ts'
import { fileOf, PageOfUploads } from './pageOfUploads.ts'

const linkToken = 'link'

/** A page that has sent a and b while that was ticked. */
async function openPageWithHistory() {
  const disk = new FaultyStore()
  const here = new SentHistory(disk.use)
  const listener = createListenerMiddleware()
  const page = new PageOfUploads(undefined, listener.middleware)
  installSentHistoryListeners(listener.startListening.withTypes<RootState, AppDispatch>(), () => here)
  await page.open()
  page.dispatch(sentHistoryToggled(true))
  const names = async () => (await here.rowsOfLink(linkToken)).map(({ name }) => name).toSorted()
  const send = async (...all: string[]) => {
    await addToQueue(
      page.service,
      page.store,
      all.map((name) => ({ file: fileOf(name), path: '.' })),
      () => true,
    )
    page.engine.firstId += 100
    page.dispatch(uploadRequested())
    await vi.waitFor(async () => expect(await names()).toEqual(expect.arrayContaining(all)), 60_000)
    await page.waitUntil(() => selectUpload(page.state).lastOutcome !== null)
  }
  await send('a', 'b')
  /** Until a file is remembered that was sent after that. */
  const retickCheckbox = async () => {
    page.dispatch(sentHistoryToggled(false))
    page.dispatch(sentHistoryToggled(true))
    await send('c')
  }
  return { page, disk, here, retickCheckbox, names }
}

it('remembers each file once, however often the checkbox is ticked', async () => {
  const { retickCheckbox, names } = await openPageWithHistory()
  await retickCheckbox()
  expect(await names()).toEqual(['a', 'b', 'c'])
})

it('does not remember a removed file again', async () => {
  const { page, here, retickCheckbox, names } = await openPageWithHistory()
  await page.dispatch(forgetSentFiles(await here.rowsOfLink(linkToken), here))
  expect(await names()).toEqual([])
  await retickCheckbox()
  expect(await names()).toEqual(['c'])
})

it('says so where names cannot be removed', async () => {
  const { page, disk, here } = await openPageWithHistory()
  const broken = new SentHistory(disk.reloaded({ fails: () => true }).use)
  await page.dispatch(forgetSentFiles(await here.rowsOfLink(linkToken), broken))
  const { severity, message } = selectNotifications(page.state).at(-1) ?? { severity: null, message: '' }
  expect([severity, message.split(':')[0]]).toEqual([
    'error',
    'The names could not be removed from this device',
  ])
})
