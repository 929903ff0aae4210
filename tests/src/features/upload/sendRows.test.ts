import type { UploadEvent } from '../../../../core/upload/messages.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type ApiCode, errorDetails } from '../../../../contract/errors.ts'
import { fault } from '../../../../core/faults/fault.ts'
import { addToQueue } from '../../../../src/features/upload/intake/addToQueue.ts'
import {
  selectArrivedTotals,
  selectBatch,
  selectCounts,
  selectReceivedCount,
  selectRowIds,
} from '../../../../src/features/upload/queue/queueSlice.ts'
import {
  batchEnded,
  cancelRequested,
  filesAdded,
  gateLapsed,
  pageLeft,
  pageOpened,
  pauseRequested,
  continueRequested,
  fileRemoved,
  filesProgressed,
  retryRequested,
  uploadRequested,
  waitingFilesRemoved,
} from '../../../../src/features/upload/uploadEvents.ts'
import { selectIsSending, selectUpload, uploadStep } from '../../../../src/features/upload/uploadSlice.ts'
import { toBase64 } from '../../../../core/crypto/index.ts'
import { secondTestPair } from '../../../keyPairs.ts'
import { largeBytes, rawRefusal } from '../../../core/upload/memoryUpload.ts'
import { fileOf, openLinkStatus, PageOfUploads } from './pageOfUploads.ts'
import { codeAccepted, codeSent, passwordAccepted, submitPassword } from './linkEvents.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const refusedResponse = (status: number, code: ApiCode) =>
  Promise.resolve(Response.json({ detail: errorDetails[code], code }, { status }))

const chooseFiles = (page: PageOfUploads, ...files: File[]) =>
  addToQueue(
    page.service,
    page.store,
    files.map((file) => ({ file, path: '.' })),
    () => true,
  )

async function startSending(...files: File[]): Promise<PageOfUploads> {
  const page = new PageOfUploads()
  await page.open()
  await chooseFiles(page, ...files)
  return page
}

/** A page whose link could not be checked before the click. */
async function startUnchecked(...files: File[]): Promise<PageOfUploads> {
  const page = new PageOfUploads()
  await page.open()
  page.beforeAnswer = failToFetch
  await chooseFiles(page, ...files)
  page.beforeAnswer = () => undefined
  return page
}

const failToFetch = () => {
  throw new TypeError('Failed to fetch')
}

const untilEnded = (page: PageOfUploads) =>
  page.waitUntil(() => selectUpload(page.state).lastOutcome !== null)

it('sends files, and stores nothing of them afterwards', async () => {
  const page = await startSending(fileOf('a'), fileOf('b', largeBytes))
  page.dispatch(uploadRequested())
  await untilEnded(page)
  expect(selectUpload(page.state)).toMatchObject({ step: uploadStep.ready, lastOutcome: { succeeded: 2 } })
  expect(selectCounts(page.state)).toMatchObject({ success: 2 })
  expect(selectReceivedCount(page.state)).toBe(2)
  await page.waitUntil(() => page.disk.rows.size === 0)
})

it('shows a gate over a running upload, and goes on with it when it is passed, without a click', async () => {
  const page = await startSending(fileOf('a', largeBytes))
  page.engine.gateIsClosed = true
  page.engine.refuse = (what) =>
    page.engine.gateIsClosed && what === 2 ? rawRefusal(403, 'gateClosed') : null
  page.dispatch(uploadRequested())
  await page.waitUntil(() => selectUpload(page.state).step === uploadStep.password)
  expect(selectIsSending(page.state)).toBe(true)
  page.engine.gateIsClosed = false
  page.dispatch(passwordAccepted())
  expect(selectUpload(page.state).stepBehindGate).toBeNull()
  await untilEnded(page)
  expect(selectUpload(page.state).lastOutcome).toMatchObject({ succeeded: 1 })
  expect(page.engine.uploads.size).toBe(1)
  expect(page.engine.openedWith).toHaveLength(1)
})

it.each([
  ['goes on behind a gate that was removed', {}, uploadStep.uploading],
  ['asks for what is left where a gate was removed', { requires_email: true }, uploadStep.email],
])('%s, at the next attempt', async (_, required, step) => {
  const page = await startSending(fileOf('a', largeBytes))
  page.engine.gateIsClosed = true
  page.engine.refuse = (what) =>
    page.engine.gateIsClosed && what === 2 ? rawRefusal(403, 'gateClosed') : null
  page.dispatch(uploadRequested())
  await page.waitUntil(() => selectUpload(page.state).stepBehindGate === uploadStep.uploading)

  page.engine.gateIsClosed = false
  page.link = { ...openLinkStatus, ...required }
  const answer = fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    init.method === 'POST' ? refusedResponse(409, 'gateNotAsked') : answer(url, init),
  )
  await page.dispatch(submitPassword('wrong'))
  expect(selectUpload(page.state).step).toBe(step)
  page.dispatch(codeSent({ email: 'a@b.example' }))
  page.dispatch(codeAccepted())
  await untilEnded(page)
  expect(selectUpload(page.state).lastOutcome).toMatchObject({ succeeded: 1 })
})

it('asks at a gate that had closed before, and begins when it is passed', async () => {
  const page = await startUnchecked(fileOf('a'))
  page.link = { ...openLinkStatus, requires_password: true }
  page.dispatch(uploadRequested())
  await page.waitUntil(() => selectUpload(page.state).step === uploadStep.password)
  expect(page.engine.log).toEqual([])
  page.dispatch(passwordAccepted())
  await untilEnded(page)
  expect(selectUpload(page.state).lastOutcome).toMatchObject({ succeeded: 1 })
})

it('is cancelled at a gate that closed under it: the gate stays, the rows wait, and nothing more is sent', async () => {
  const page = await startSending(fileOf('a', largeBytes), fileOf('b'))
  page.engine.gateIsClosed = true
  page.engine.refuse = (what) =>
    page.engine.gateIsClosed && what === 2 ? rawRefusal(403, 'gateClosed') : null
  page.dispatch(uploadRequested())
  await page.waitUntil(() => selectUpload(page.state).step === uploadStep.password)
  page.dispatch(cancelRequested())
  await page.waitUntil(() => page.service.running === null && page.disk.rows.size === 0)
  expect(page.engine.isClosed).toBe(true)
  expect(page.engine.uploads.size).toBe(0)
  expect(selectUpload(page.state)).toMatchObject({
    step: uploadStep.password,
    stepBehindGate: null,
    cancelled: true,
  })
  expect(selectCounts(page.state).pending).toBeGreaterThan(0)

  // Passed later it leads to the files, and to nothing else.
  page.engine.gateIsClosed = false
  const before = [...page.engine.log]
  page.dispatch(passwordAccepted())
  expect(selectUpload(page.state).step).toBe(uploadStep.ready)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(page.engine.log).toEqual(before)
  expect(selectIsSending(page.state)).toBe(false)
})

it('is cancelled while the engine asks for its gate: no gate is shown then', async () => {
  const page = await startSending(fileOf('a', largeBytes))
  let answer: () => void = () => undefined
  const senderFields = new Promise<void>((resolve) => {
    page.beforeGateAnswer = () => {
      resolve()
      return new Promise((go) => (answer = go))
    }
  })
  page.engine.gateIsClosed = true
  page.engine.refuse = (what) => (what === 2 ? rawRefusal(403, 'gateClosed') : null)
  page.dispatch(uploadRequested())
  await senderFields
  page.dispatch(cancelRequested())
  await page.waitUntil(() => page.service.running === null)
  const heard: string[] = []
  page.onAction = ({ type }) => void heard.push(type)
  answer()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(heard).not.toContain(gateLapsed.type)
  expect(selectUpload(page.state)).toMatchObject({
    step: uploadStep.ready,
    stepBehindGate: null,
    cancelled: true,
  })
})

it('is cancelled at a gate that had closed before it began', async () => {
  const page = await startUnchecked(fileOf('a'))
  page.link = { ...openLinkStatus, requires_password: true }
  page.dispatch(uploadRequested())
  await page.waitUntil(() => selectUpload(page.state).step === uploadStep.password)
  page.dispatch(cancelRequested())
  await page.waitUntil(() => page.service.running === null)
  expect(selectUpload(page.state)).toMatchObject({
    step: uploadStep.password,
    stepBehindGate: null,
    cancelled: true,
  })
  page.dispatch(passwordAccepted())
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(page.engine.log).toEqual([])
  expect(selectCounts(page.state)).toMatchObject({ pending: 1 })
})

it('is cancelled while it asks whether a gate is closed: none is shown, and nothing waits for it', async () => {
  const page = await startUnchecked(fileOf('a'))
  page.link = { ...openLinkStatus, requires_password: true }
  page.beforeAnswer = () => page.dispatch(cancelRequested())
  page.dispatch(uploadRequested())
  await page.waitUntil(() => selectUpload(page.state).cancelled)
  await vi.waitFor(() => expect(page.service.running).toBeNull(), 60_000)
  expect(selectUpload(page.state).step).toBe(uploadStep.ready)
})

it('waits for a network that is missing when it begins, says so, and goes on by itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const page = await startUnchecked(fileOf('a'))
  page.beforeAnswer = failToFetch
  page.dispatch(uploadRequested())
  await page.waitUntil(() => selectUpload(page.state).connectionLost)
  expect(selectUpload(page.state).step).toBe(uploadStep.processing)
  expect(selectCounts(page.state)).toMatchObject({ pending: 1, error: 0 })
  page.beforeAnswer = () => undefined
  await untilEnded(page)
  expect(selectUpload(page.state)).toMatchObject({ connectionLost: false, lastOutcome: { succeeded: 1 } })
})

it('is cancelled while it waits for the network', async () => {
  const page = await startUnchecked(fileOf('a'))
  page.beforeAnswer = failToFetch
  page.dispatch(uploadRequested())
  await page.waitUntil(() => selectUpload(page.state).connectionLost)
  page.dispatch(cancelRequested())
  await page.waitUntil(() => selectUpload(page.state).cancelled)
  expect(selectCounts(page.state)).toMatchObject({ pending: 1 })
})

it('waits where it was paused before it could begin', async () => {
  const page = await startSending(fileOf('a'))
  page.dispatch(uploadRequested())
  page.dispatch(pauseRequested())
  await page.waitUntil(() => page.engine.log.length > 0)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(page.engine.log).toEqual(['seal 1'])
  page.dispatch(continueRequested())
  await untilEnded(page)
})

it('leaves nothing behind when it is cancelled, here and on the server, and says so once', async () => {
  const page = await startSending(...['a', 'b', 'c'].map((name) => fileOf(name, largeBytes)))
  page.engine.refuse = (what) => (what === 'confirm' ? new Promise(() => undefined) : null)
  page.dispatch(uploadRequested())
  await page.waitUntil(() => page.engine.uploads.size === 3 && page.disk.rows.size > 4)
  page.dispatch(cancelRequested())
  await page.waitUntil(() => page.disk.rows.size === 0)
  const aborted = page.engine.log.filter((line) => line.startsWith('abort'))
  expect(aborted.toSorted()).toEqual(['abort upload 1', 'abort upload 2', 'abort upload 3'])
  expect(page.engine.uploads.size).toBe(0)
  expect(selectUpload(page.state)).toMatchObject({ step: uploadStep.ready, cancelled: true })
  expect(selectCounts(page.state)).toMatchObject({ pending: 3 })
})

it('keeps everything to resume when the page is left', async () => {
  const page = await startSending(fileOf('a', largeBytes))
  page.engine.refuse = (what) => (what === 2 ? new Promise(() => undefined) : null)
  page.dispatch(uploadRequested())
  await page.waitUntil(() => [...page.disk.rows.keys()].includes('record:batch1:0'))
  page.dispatch(pageLeft())
  await page.waitUntil(() => page.engine.isClosed)
  expect(page.engine.uploads.size).toBe(1)
  const uploads = await page.service.modules.interruptedUploads()
  await expect.poll(() => uploads.find('link')).toMatchObject([{ batchId: 'batch1', fileCount: 1 }])
})

it('resumes failed files as the rest of their batch, and discards them with their rows', async () => {
  const page = await startSending(fileOf('a', 4 * largeBytes))
  page.engine.refuse = (what) => (what === 9 ? rawRefusal(400, 'mismatchedArrays') : null)
  page.dispatch(uploadRequested())
  await untilEnded(page)
  expect(selectUpload(page.state).step).toBe(uploadStep.finishedWithErrors)
  await page.waitUntil(() => selectArrivedTotals(page.state).bytes > 0)
  page.dispatch(retryRequested())
  await page.waitUntil(() => selectIsSending(page.state))
  await untilEnded(page)
  expect(page.engine.uploads.size).toBe(1)
  await page.waitUntil(() => selectArrivedTotals(page.state).bytes > 0)
  page.dispatch(waitingFilesRemoved())
  await page.waitUntil(() => page.engine.uploads.size === 0 && page.disk.rows.size === 0)
})

describe('a retry of a file that has changed', () => {
  /** Drops it as Chromium gives it. */
  async function drop(
    page: PageOfUploads,
    dropped: { file: File; handle: FileSystemHandle },
  ): Promise<number> {
    page.service.addRoot(dropped.handle)
    const found = { file: dropped.file, path: '.', root: Promise.resolve(dropped.handle) }
    await addToQueue(page.service, page.store, [found], () => true)
    return lastId(page)
  }
  const lastId = (page: PageOfUploads) => Math.max(...selectRowIds(page.state))
  const handleOf = (file: File) =>
    ({ kind: 'file', name: file.name, getFile: () => Promise.resolve(file) }) as FileSystemFileHandle

  async function retryChanged(page: PageOfUploads, id: number): Promise<File | undefined> {
    const failed = { stage: 'processing', fault: fault('file-changed') } as const
    const pace = { bytesPerSecond: 0, secondsLeft: null }
    page.dispatch(filesProgressed({ changes: [{ id, failed }], pace }))
    page.dispatch(retryRequested())
    await untilEnded(page)
    return page.service.file(id)
  }

  it('sends its current version, not another of its name that was removed', async () => {
    const page = await startSending(fileOf('x.txt'))
    const [removed, old, changed] = [fileOf('report.pdf'), fileOf('report.pdf'), fileOf('report.pdf', 2000)]
    page.dispatch(fileRemoved(await drop(page, { file: removed, handle: handleOf(removed) })))
    const id = await drop(page, { file: old, handle: handleOf(changed) })
    expect(await retryChanged(page, id)).toBe(changed)
  })

  it('sends what was chosen, not what was dropped under its name', async () => {
    const page = await startSending(fileOf('x.txt'))
    const [removed, chosen] = [fileOf('report.pdf'), fileOf('report.pdf')]
    page.dispatch(fileRemoved(await drop(page, { file: removed, handle: handleOf(removed) })))
    await chooseFiles(page, chosen)
    expect(await retryChanged(page, lastId(page))).toBe(chosen)
  })
})

/** A file that has failed waits beside a new one: two batches, one after the other. */
async function startSendingTwoBatches(): Promise<{ page: PageOfUploads; sent: string[] }> {
  const page = await startSending(fileOf('a', 4 * largeBytes))
  page.engine.refuse = (what) => (what === 9 ? rawRefusal(400, 'mismatchedArrays') : null)
  page.dispatch(uploadRequested())
  await untilEnded(page)
  await page.waitUntil(() => selectArrivedTotals(page.state).bytes > 0)
  page.engine.refuse = () => null
  await chooseFiles(page, fileOf('b'))
  return { page, sent: page.sentBatches() }
}

it('sends a row once, where Upload is pressed between two batches', async () => {
  const { page, sent } = await startSendingTwoBatches()
  page.onNext(batchEnded, () => page.dispatch(uploadRequested()))
  page.dispatch(retryRequested())
  await page.waitUntil(() => selectCounts(page.state).success === 2)
  await page.waitUntil(() => page.disk.rows.size === 0 && page.service.running === null)
  expect(sent).toEqual(['batch1: 1', 'batch2: 1'])
})

it('sends nothing of a page that was opened between two batches', async () => {
  const { page, sent } = await startSendingTwoBatches()
  let isOpened = false
  page.onNext(batchEnded, () => {
    isOpened = true
    page.dispatch(pageLeft())
    page.dispatch(pageOpened({ linkToken: 'link', keyFingerprint: null, privateNames: false }))
    for (const name of ['x', 'y'])
      page.dispatch(
        filesAdded([{ id: page.service.addFile(fileOf(name)), name, relativePath: '.', size: 1000 }]),
      )
  })
  page.dispatch(retryRequested())
  await vi.waitFor(() => expect(isOpened).toBe(true), 60_000)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(sent).toEqual(['batch1: 1'])
  expect(selectCounts(page.state)).toMatchObject({ pending: 2 })
})

it('ends what has not begun where the link takes no more, and says so', async () => {
  const page = await startSending(...Array.from({ length: 40 }, (_, n) => fileOf(`${n}`, 2 * 1024 * 1024)))
  let forms = 0
  page.engine.refuse = (what) => (what === 'form' && ++forms > 1 ? rawRefusal(507, 'linkQuota') : null)
  page.dispatch(uploadRequested())
  await untilEnded(page)
  const { succeeded, requestFault } = selectBatch(page.state)
  expect(succeeded).toBeGreaterThan(0)
  expect(requestFault?.code).toBe('linkQuota')
  expect(selectCounts(page.state).error).toBe(40 - succeeded)
  // What was under way went on; nothing was tried again for each file.
  expect(forms).toBeLessThan(10)
})

describe('what was asked for while a person looked at the queue', () => {
  const minute = 60_000
  /** Chooses a file, and clicks when so much time has passed. @returns the page and the addresses that it asks for since */
  async function clickAfter(milliseconds: number, ...files: File[]) {
    const page = await startSending(...files)
    const asked: string[] = []
    const answer = fetch
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      asked.push(url)
      return answer(url, init)
    })
    vi.setSystemTime(Date.now() + milliseconds)
    return { page, asked, click: () => page.dispatch(uploadRequested()) }
  }

  it('counts at the click for a minute: nothing is asked for', async () => {
    const { page, asked, click } = await clickAfter(minute - 1000, fileOf('a'))
    click()
    await untilEnded(page)
    expect(asked).toEqual([])
    expect(selectUpload(page.state).lastOutcome).toMatchObject({ succeeded: 1 })
  })

  it('is asked for again when it is older, and the upload is announced before the answer', async () => {
    const { page, asked, click } = await clickAfter(minute + 1000, fileOf('a', largeBytes))
    const answered = Promise.withResolvers<undefined>()
    const answer = fetch
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      await answered.promise
      return answer(url, init)
    })
    click()
    await page.waitUntil(() => page.engine.log.some((line) => line.startsWith('create')))
    expect(asked).toEqual([])
    answered.resolve(undefined)
    await untilEnded(page)
    expect(asked.map((url) => url.split('/').at(-1))).toEqual(['public-key', 'status'])
    expect(selectUpload(page.state).lastOutcome).toMatchObject({ succeeded: 1 })
  })

  it('ends the upload where another key is in force by then', async () => {
    const { page, click } = await clickAfter(minute + 1000, fileOf('a', largeBytes))
    const other = { public_key_spki: toBase64(secondTestPair.spkiBytes) }
    vi.stubGlobal('fetch', (url: string) =>
      Promise.resolve(Response.json(url.includes('key') ? other : openLinkStatus)),
    )
    page.engine.beforeMake = () => new Promise(() => undefined)
    click()
    await page.waitUntil(() => selectUpload(page.state).step === uploadStep.keyFailed)
    await page.waitUntil(() => page.service.running === null)
    expect(selectCounts(page.state)).toMatchObject({ error: 1, success: 0 })
    expect(page.disk.rows.size).toBe(0)
  })

  it('says so of files whose progress is on its way to the page', async () => {
    const { page, click } = await clickAfter(minute + 1000, fileOf('a', largeBytes))
    const begun = Promise.withResolvers<(event: UploadEvent) => void>()
    const { engine } = page.service.modules
    page.service.modules.engine = async () => {
      const its = await engine()
      const runUpload: typeof its.runUpload = (plan, ports, hear) => {
        begun.resolve(hear)
        return its.runUpload(plan, ports, hear)
      }
      return { ...its, runUpload }
    }
    const other = { public_key_spki: toBase64(secondTestPair.spkiBytes) }
    vi.stubGlobal('fetch', async (url: string) => {
      const report = await begun.promise
      report({ type: 'status', file: 0, status: 'uploading' })
      return Response.json(url.includes('key') ? other : openLinkStatus)
    })
    page.engine.beforeMake = () => new Promise(() => undefined)
    click()
    await page.waitUntil(() => page.service.running !== null)
    await page.waitUntil(() => page.service.running === null)
    expect(selectUpload(page.state).step).toBe(uploadStep.keyFailed)
    expect(selectCounts(page.state)).toMatchObject({ error: 1, pending: 0 })
  })

  it('is asked for at a retry, however young', async () => {
    const { page, asked, click } = await clickAfter(0, fileOf('a'))
    page.engine.refuse = () => rawRefusal(409, 'gateNotAsked')
    click()
    await untilEnded(page)
    page.engine.refuse = () => null
    page.dispatch(retryRequested())
    await page.waitUntil(() => selectCounts(page.state).success === 1)
    expect(asked.some((url) => url.includes('public-key'))).toBe(true)
  })
})
