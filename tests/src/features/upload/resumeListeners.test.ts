import { afterEach, expect, it, vi } from 'vitest'
import { yieldToMain } from '../../../../core/util/timeSlice.ts'
import { addToQueue } from '../../../../src/features/upload/intake/addToQueue.ts'
import { selectCounts, selectRowIds } from '../../../../src/features/upload/queue/queueSlice.ts'
import {
  filesAdded,
  fileSearchRequested,
  forgetInterruptedRequested,
  interruptedUploadFound,
  resumeInterruptedRequested,
  pageLeft,
  uploadRequested,
} from '../../../../src/features/upload/uploadEvents.ts'
import { selectUpload } from '../../../../src/features/upload/uploadSlice.ts'
import { selectNotifications } from '../../../../src/store/notifications.ts'
import { FaultyStore } from '../../../core/util/faultyStore.ts'
import { fileOf, PageOfUploads } from './pageOfUploads.ts'

afterEach(() => void vi.unstubAllGlobals())

/** A batch as it lies on the disk. */
function persistedBatch(batchId: string, startedAt: number, ...names: string[]): [string, unknown][] {
  const files = names.map((name, index) => ({ index, name, path: '.', size: 1000, lastModified: 1 }))
  const head = { linkToken: 'link', startedAt, files: files.length, bytes: 1000 * files.length, roots: [] }
  return [
    [`head:${batchId}`, head],
    [`files:${batchId}:0`, files],
  ]
}

async function openPageWith(...rows: [string, unknown][]): Promise<PageOfUploads> {
  const page = new PageOfUploads(new FaultyStore(undefined, new Map(rows)))
  await page.open()
  await page.waitUntil(() => selectUpload(page.state).interrupted !== null)
  return page
}

const chooseFiles = (page: PageOfUploads, ...names: string[]) =>
  addToQueue(
    page.service,
    page.store,
    names.map((name) => ({ file: fileOf(name), path: '.' })),
    () => true,
  )

/** A handle that the browser asks for only right after a click. */
class UnpermittedFile implements FileSystemFileHandle {
  readonly kind = 'file'
  readonly name: string
  isClickRecent = false

  constructor(name: string) {
    this.name = name
  }

  queryPermission = () => Promise.resolve<PermissionState>('prompt')

  requestPermission = (): Promise<PermissionState> =>
    this.isClickRecent
      ? Promise.resolve('granted')
      : Promise.reject(new DOMException('User activation is required.', 'SecurityError'))

  getFile = () => Promise.resolve(fileOf(this.name))
  createWritable = () => Promise.reject(new DOMException('It is read only.', 'NotAllowedError'))
  isSameEntry = (other: FileSystemHandle) => Promise.resolve(other === this)
}

const interruptedUpload = (page: PageOfUploads) => selectUpload(page.state).interrupted

it('resumes when the same files are added again, and takes others as new files', async () => {
  const page = await openPageWith(...persistedBatch('old', Date.now(), 'a', 'b'))
  await chooseFiles(page, 'a', 'c', 'b')
  await page.waitUntil(() => selectUpload(page.state).lastOutcome !== null)
  expect(selectUpload(page.state).lastOutcome).toMatchObject({ succeeded: 2 })
  expect(selectCounts(page.state)).toMatchObject({ pending: 1 })
})

it('does not confuse files of two uploads, whatever their indexes', async () => {
  const now = Date.now()
  const page = await openPageWith(
    ...persistedBatch('first', now, 'a', 'b'),
    ...persistedBatch('second', now - 1000, 'x', 'y'),
  )
  await chooseFiles(page, 'a')
  await page.waitUntil(() => interruptedUpload(page)?.found === 1)
  const first = interruptedUpload(page)
  expect(first?.batchId).toBe('first')
  // The other one is offered meanwhile.
  page.dispatch(interruptedUploadFound(first && { ...first, batchId: 'second' }))
  await chooseFiles(page, 'y')
  await page.waitUntil(() => interruptedUpload(page)?.found === 1)
  expect(interruptedUpload(page)?.problem).toEqual({ code: 'not-found', files: 1 })
  expect(page.engine.log).toEqual([])
  expect(selectRowIds(page.state)).toEqual([])
  await chooseFiles(page, 'x')
  await page.waitUntil(() => selectUpload(page.state).lastOutcome !== null)
  expect(selectUpload(page.state).lastOutcome).toMatchObject({ succeeded: 2 })
})

it('opens an upload once, even if it is requested again meanwhile', async () => {
  const page = await openPageWith(...persistedBatch('old', Date.now(), 'a', 'b'))
  await Promise.all([chooseFiles(page, 'a'), chooseFiles(page, 'b')])
  await page.waitUntil(() => selectUpload(page.state).lastOutcome !== null)
  expect(selectNotifications(page.state).map(({ message }) => message)).not.toContain(
    'Another tab is going on with this upload.',
  )
})

it('takes files as new if the interrupted upload cannot be read, and can send them', async () => {
  const page = await openPageWith(...persistedBatch('old', Date.now(), 'a', 'b'))
  const uploads = await page.service.modules.interruptedUploads()
  vi.spyOn(uploads, 'open').mockRejectedValue(new DOMException('The storage failed.', 'UnknownError'))
  await chooseFiles(page, 'a', 'b')
  expect(selectCounts(page.state)).toMatchObject({ pending: 2 })
  expect(interruptedUpload(page)).toBeNull()
  expect(selectNotifications(page.state).map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/cannot be read/),
  )
  page.dispatch(uploadRequested())
  await page.waitUntil(() => selectUpload(page.state).lastOutcome !== null)
  expect(selectUpload(page.state).lastOutcome).toMatchObject({ succeeded: 2 })
})

it('offers the rest after a part of it was sent, however slow the disk is', async () => {
  const page = await openPageWith(...persistedBatch('old', Date.now(), 'a', 'b'))
  await chooseFiles(page, 'a')
  await page.waitUntil(() => interruptedUpload(page)?.found === 1)
  page.disk.turns = 2000
  page.dispatch(resumeInterruptedRequested())
  await page.waitUntil(() => selectUpload(page.state).lastOutcome !== null)
  await page.waitUntil(() => interruptedUpload(page)?.storedFileCount === 1)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(interruptedUpload(page)).toMatchObject({ batchId: 'old', fileCount: 2, storedFileCount: 1 })
})

it('counts the whole upload, with what was stored of it before', async () => {
  const page = await openPageWith(...persistedBatch('old', Date.now(), 'a', 'b', 'c'))
  await chooseFiles(page, 'a')
  await page.waitUntil(() => interruptedUpload(page)?.found === 1)
  page.dispatch(resumeInterruptedRequested())
  await page.waitUntil(() => interruptedUpload(page)?.storedFileCount === 1)
  await chooseFiles(page, 'b', 'c')
  await page.waitUntil(() => selectUpload(page.state).lastOutcome?.succeeded === 3)
  expect(selectUpload(page.state).lastOutcome).toMatchObject({ files: 3, storedBytes: 3000 })
})

it('forgets an upload permanently', async () => {
  const page = await openPageWith(...persistedBatch('old', Date.now(), 'a'))
  page.dispatch(forgetInterruptedRequested())
  await page.waitUntil(() => page.disk.rows.size === 0)
  expect(interruptedUpload(page)).toBeNull()
})

it('sends rows once, whatever is pressed while they are added to the queue', async () => {
  const page = await openPageWith(...persistedBatch('old', Date.now(), 'a', 'b'))
  const sent = page.sentBatches()
  page.onNext(filesAdded, () => {
    page.dispatch(uploadRequested())
    page.dispatch(resumeInterruptedRequested())
  })
  await chooseFiles(page, 'a', 'b')
  await page.waitUntil(() => selectUpload(page.state).lastOutcome !== null)
  await page.waitUntil(() => page.disk.rows.size === 0 && page.service.running === null)
  expect(sent).toEqual(['old: 2'])
})

it('keeps the upload if the page is left while its rows are added to the queue', async () => {
  const page = await openPageWith(...persistedBatch('old', Date.now(), 'a'))
  const sent = page.sentBatches()
  page.onNext(filesAdded, () => page.dispatch(pageLeft()))
  await chooseFiles(page, 'a')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(sent).toEqual([])
  expect(page.service.running).toBeNull()
  expect(selectRowIds(page.state)).toEqual([])
  const found = await (await page.service.modules.interruptedUploads()).find('link')
  expect(found.map(({ batchId }) => batchId)).toEqual(['old'])
})

it('resumes once if requested twice, without a message about another tab', async () => {
  const page = await openPageWith(...persistedBatch('old', Date.now(), 'a', 'b'))
  const sent = page.sentBatches()
  await chooseFiles(page, 'a')
  await page.waitUntil(() => interruptedUpload(page)?.found === 1)
  page.dispatch(resumeInterruptedRequested())
  await Promise.resolve()
  page.dispatch(resumeInterruptedRequested())
  await page.waitUntil(() => selectUpload(page.state).lastOutcome !== null)
  expect(sent).toEqual(['old: 1'])
  expect(selectNotifications(page.state).map(({ message }) => message)).not.toContain(
    'Another tab is going on with this upload.',
  )
})

it('keeps the upload, with the files given to it, while another one is sent', async () => {
  const page = await openPageWith(...persistedBatch('old', Date.now(), 'a', 'b'))
  await chooseFiles(page, 'a')
  await page.waitUntil(() => interruptedUpload(page)?.found === 1)
  await chooseFiles(page, 'c')
  const find = vi.spyOn(await page.service.modules.interruptedUploads(), 'find')
  page.dispatch(uploadRequested())
  await page.waitUntil(() => selectUpload(page.state).lastOutcome !== null)
  await vi.waitFor(() => expect(find).toHaveResolved(), 60_000)
  await yieldToMain()
  expect(interruptedUpload(page)).toMatchObject({ batchId: 'old', found: 1 })
  page.dispatch(resumeInterruptedRequested())
  await page.waitUntil(() => interruptedUpload(page)?.storedFileCount === 1)
})

it('offers an upload whose last files were found while another one was sent', async () => {
  const page = await openPageWith(...persistedBatch('old', Date.now(), 'a', 'b'))
  await chooseFiles(page, 'a')
  await page.waitUntil(() => interruptedUpload(page)?.found === 1)
  await chooseFiles(page, 'c')
  const { modules } = page.service
  const { engine } = modules
  const { promise: found, resolve: goOn } = Promise.withResolvers<undefined>()
  modules.engine = () => found.then(engine)
  page.dispatch(uploadRequested())
  await chooseFiles(page, 'b')
  await page.waitUntil(() => interruptedUpload(page)?.found === 2)
  expect(interruptedUpload(page)).toMatchObject({ searching: false, problem: null })
  goOn(undefined)
  await page.waitUntil(() => selectUpload(page.state).lastOutcome !== null && page.service.running === null)
  page.dispatch(resumeInterruptedRequested())
  await page.waitUntil(() => selectUpload(page.state).lastOutcome?.succeeded === 2)
})

it('asks again for files whose permission the browser refused to ask for', async () => {
  const page = await openPageWith(...persistedBatch('old', Date.now(), 'a', 'b'))
  const uploads = await page.service.modules.interruptedUploads()
  const open = uploads.open.bind(uploads)
  const roots = ['a', 'b'].map((name) => new UnpermittedFile(name))
  vi.spyOn(uploads, 'open').mockImplementation(async (batchId) => {
    const opened = await open(batchId)
    return opened && { ...opened, roots }
  })
  page.dispatch(fileSearchRequested())
  await page.waitUntil(() => interruptedUpload(page)?.problem?.code === 'may-not-read')
  expect(interruptedUpload(page)).toMatchObject({ searching: false })
  for (const root of roots) root.isClickRecent = true
  page.dispatch(fileSearchRequested())
  await page.waitUntil(() => selectUpload(page.state).lastOutcome?.succeeded === 2)
})
