import { configureStore } from '@reduxjs/toolkit'
import { describe, expect, it } from 'vitest'
import { fault } from '../../../core/faults/fault.ts'
import {
  cancelSaving,
  forgetSavings,
  resumeWaitingSavings,
  runSaving,
  RunningSavings,
  type SavingRequest,
} from '../../../src/saving/runSaving.ts'
import {
  savingClosed,
  savingEnded,
  type SavingId,
  savingProgressed,
  selectIsAnyRunning,
  selectIsAnyWaitingFor,
  selectNeedsOwner,
  selectSaving,
} from '../../../src/saving/savingSlice.ts'
import { rootReducer, Services } from '../../../src/store/store.ts'
import { isTabTransferring } from '../../../workers/shared/transfers.ts'
import type { NewDownload } from '../../../src/platform/startDownload.ts'
import type { ListedFile } from '../../../core/keys/openedFile.ts'
import { initialState } from '../../../core/download/step.ts'
import type { DownloadBlocker, DownloadEnd, DownloadState } from '../../../core/download/types.ts'
import { openedFile, unopenedFile } from './openedFiles.ts'

/** An engine whose downloads go as the test says. */
class ControlledEngine {
  readonly downloads: NewDownload[] = []
  readonly resumedDownloads: number[] = []
  #states: DownloadState[] = []
  #onState: ((state: DownloadState) => void)[] = []
  #end: ((state: DownloadState) => void)[] = []

  readonly start = (download: NewDownload, onState: (state: DownloadState) => void) => {
    const at = this.downloads.push(download) - 1
    this.#states[at] = initialState(['stream'], fault('no-sink'))
    this.#onState[at] = onState
    const ended = new Promise<DownloadState>((resolve) => (this.#end[at] = resolve))
    return {
      resume: () => void this.resumedDownloads.push(at),
      cancel: () => this.end({ type: 'cancelled' }, at),
      ended,
    }
  }

  updateState(news: Partial<DownloadState>, at = 0) {
    const state = this.#states[at]
    if (!state) throw new Error('not started')
    this.#states[at] = { ...state, ...news }
    this.#onState[at]?.(this.#states[at])
  }

  blockedBy(blocker: DownloadBlocker | null, at = 0) {
    this.updateState({ stage: 'running', total: 10, blocker }, at)
  }

  end(end: DownloadEnd, at = 0) {
    this.updateState({ stage: 'ended', blocker: null, end }, at)
    const state = this.#states[at]
    if (state) this.#end[at]?.(state)
  }
}

function setUp() {
  const services = new Services()
  const store = configureStore({
    reducer: rootReducer,
    middleware: (defaults) => defaults({ thunk: { extraArgument: services }, serializableCheck: false }),
  })
  const engine = new ControlledEngine()
  services.of(RunningSavings).engine = () => Promise.resolve(engine.start)
  const startSaving = (id: SavingId, more: Partial<SavingRequest<ListedFile>> = {}) =>
    store.dispatch(
      runSaving({
        id,
        kind: 'file',
        title: 'a.txt',
        files: 1,
        owner: null,
        compareSha256: false,
        opened: { opened: [openedFile(1)], unopened: [] },
        ...more,
      }),
    )
  const startUntilDownload = async (...args: Parameters<typeof startSaving>) => {
    const before = engine.downloads.length
    const ended = startSaving(...args)
    await expect.poll(() => engine.downloads.length).toBe(before + 1)
    return { ended }
  }
  const saving = (id: SavingId) => selectSaving(store.getState(), id)
  return { store, engine, startSaving, startUntilDownload, saving }
}

describe('a saving', () => {
  it('opens keys, starts, saves, checks and ends, and holds back updates meanwhile', async () => {
    const { engine, startSaving, saving, store } = setUp()
    let tellKeys: (done: number) => void = () => undefined
    let openKeys: (files: SavingRequest<ListedFile>['opened'] & object) => void = () => undefined
    const ended = startSaving('folder:7', {
      opened: ({ onProgress }) => {
        tellKeys = onProgress
        return new Promise((resolve) => (openKeys = resolve as typeof openKeys))
      },
    })
    expect(saving('folder:7')).toMatchObject({ stage: 'opening-keys', done: 0 })
    expect(isTabTransferring()).toBe(true)
    tellKeys(1)
    expect(saving('folder:7')).toMatchObject({ stage: 'opening-keys', done: 1 })
    openKeys({ opened: [openedFile(1)], unopened: [] })
    await expect.poll(() => engine.downloads.length).toBe(1)
    expect(saving('folder:7')).toMatchObject({ stage: 'sink', done: 0, progress: null })
    engine.updateState({ stage: 'starting', total: 10 })
    expect(saving('folder:7')?.progress).toBeNull()
    engine.updateState({ stage: 'running', bytes: 4 })
    expect(saving('folder:7')).toMatchObject({ stage: 'running', progress: { bytes: 4, total: 10 } })
    engine.updateState({ stage: 'checking', bytes: 10 })
    expect(saving('folder:7')?.stage).toBe('checking')
    engine.updateState({ stage: 'handing-over', bytes: 10 })
    expect(saving('folder:7')?.stage).toBe('handing-over')
    engine.end({ type: 'saved', bytes: 10 })
    expect(await ended).toMatchObject({ end: { type: 'saved', bytes: 10 }, saved: 1 })
    expect(saving('folder:7')).toMatchObject({ stage: 'ended', end: { saved: 1 } })
    expect(isTabTransferring()).toBe(false)
    expect(selectIsAnyRunning(store.getState())).toBe(false)
    store.dispatch(savingClosed('folder:7'))
    expect(saving('folder:7')).toBeNull()
  })

  it('keeps files out of an archive whose manifest claims another length than the server has', async () => {
    const { engine, startSaving, startUntilDownload } = setUp()
    const honest = openedFile(1)
    const fileClaimingSize = (size: number) => ({
      ...openedFile(2),
      source: { ...openedFile(2).source, size },
    })
    const files = { opened: [honest, fileClaimingSize(2 ** 49)], unopened: [] }
    const { ended } = await startUntilDownload('folder:1', { kind: 'archive', files: 2, opened: files })
    expect(engine.downloads[0]).toMatchObject({ entries: [{ id: 1 }] })
    engine.end({ type: 'saved', bytes: 10 })
    expect(await ended).toMatchObject({ saved: 1, leftOut: [{ id: 2, fault: { code: 'other-length' } }] })
    const none = await startSaving('folder:2', {
      kind: 'archive',
      opened: { opened: [fileClaimingSize(0)], unopened: [] },
    })
    expect(none).toMatchObject({ end: { type: 'failed', fault: { code: 'none-opened' } } })
    // By itself it is fetched, and compared with what it claims.
    await startUntilDownload('file:2', { opened: { opened: [fileClaimingSize(300)], unopened: [] } })
    expect(engine.downloads.at(-1)).toMatchObject({ source: { size: 300 } })
  })

  it('makes no more than 100 folders inside each other for a file, and saves a deeper one by itself', async () => {
    const { engine, startUntilDownload } = setUp()
    const fileIn = (id: number, levels: number) => openedFile(id, { path: Array(levels).fill('d').join('/') })
    const opened = [fileIn(1, 100), fileIn(2, 101)]
    for (const kind of ['archive', 'folder'] as const) {
      const id = kind === 'archive' ? 'folder:1' : 'folder:2'
      const { ended } = await startUntilDownload(id, { kind, files: 2, opened: { opened, unopened: [] } })
      const at = engine.downloads.length - 1
      expect(engine.downloads[at]).toMatchObject({ entries: [{ id: 1 }] })
      engine.end({ type: 'saved', bytes: 10 }, at)
      expect(await ended).toMatchObject({
        saved: 1,
        unopened: [],
        leftOut: [{ id: 2, name: '2.txt', fault: { code: 'path-too-deep', values: { limit: 100 } } }],
      })
    }
    await startUntilDownload('file:2', { opened: { opened: [fileIn(2, 101)], unopened: [] } })
    expect(engine.downloads.at(-1)).toMatchObject({ source: { id: 2 } })
  })

  it('begins once, however often it is asked for, and beside others', async () => {
    const { engine, startSaving, startUntilDownload } = setUp()
    await startUntilDownload('file:1')
    expect(await startSaving('file:1')).toBeNull()
    await startUntilDownload('file:2')
    engine.end({ type: 'cancelled' }, 0)
    engine.end({ type: 'cancelled' }, 1)
  })

  it('is cancelled while keys are opened, and while it is saved', async () => {
    const { store, startSaving, startUntilDownload, engine } = setUp()
    const ended = startSaving('folder:7', {
      opened: ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('cut')))),
    })
    store.dispatch(cancelSaving('folder:7'))
    expect(await ended).toMatchObject({ end: { type: 'cancelled' } })
    expect(engine.downloads).toEqual([])
    const next = await startUntilDownload('folder:7')
    store.dispatch(cancelSaving('folder:7'))
    expect(await next.ended).toMatchObject({ end: { type: 'cancelled' } })
  })

  it('of which nothing opens fails without an engine, one file with its own reason', async () => {
    const { startSaving, engine } = setUp()
    const none = { opened: [], unopened: [unopenedFile(1)] }
    expect((await startSaving('file:1', { opened: none }))?.end).toMatchObject({
      fault: { code: 'wrong-key' },
    })
    expect((await startSaving('all', { kind: 'archive', opened: none }))?.end).toMatchObject({
      fault: { code: 'none-opened' },
    })
    expect((await startSaving('all', { opened: () => Promise.reject(new Error('x')) }))?.end).toMatchObject({
      type: 'failed',
      fault: { code: 'unexpected' },
    })
    expect(engine.downloads).toEqual([])
  })

  it('takes no late news', async () => {
    const { store, engine, startUntilDownload, saving } = setUp()
    const { ended } = await startUntilDownload('file:1')
    engine.end({ type: 'saved', bytes: 10 })
    const end = await ended
    if (!end) throw new Error('no end')
    store.dispatch(savingProgressed({ id: 'file:1', stage: 'running', done: 3 }))
    store.dispatch(savingEnded({ id: 'file:1', end: { ...end, end: { type: 'cancelled' } } }))
    expect(saving('file:1')).toMatchObject({ stage: 'ended', end: { end: { type: 'saved' } } })
    store.dispatch(savingProgressed({ id: 'file:9', stage: 'running' }))
    expect(saving('file:9')).toBeNull()
  })
})

describe('what a saving waits for', () => {
  it('is told, and only those that wait for it go on', async () => {
    const { store, engine, startUntilDownload, saving } = setUp()
    await startUntilDownload('file:1')
    await startUntilDownload('file:2')
    engine.blockedBy('link-password', 0)
    engine.blockedBy('network', 1)
    expect(saving('file:1')?.blocker).toBe('link-password')
    expect(selectIsAnyWaitingFor(store.getState(), 'link-password')).toBe(true)
    expect(selectIsAnyWaitingFor(store.getState(), 'sign-in')).toBe(false)
    store.dispatch(resumeWaitingSavings('link-password'))
    expect(engine.resumedDownloads).toEqual([0])
    engine.blockedBy(null, 0)
    expect(saving('file:1')).toMatchObject({ blocker: null, stage: 'running' })
    engine.end({ type: 'cancelled' }, 0)
    engine.end({ type: 'cancelled' }, 1)
  })
})

describe('savings of another person', () => {
  it('are ended and gone, those of nobody stay', async () => {
    const { store, engine, startUntilDownload, saving } = setUp()
    const { ended } = await startUntilDownload('folder:7', { owner: 3 })
    await startUntilDownload('file:1')
    expect(selectNeedsOwner(store.getState())).toBe(true)
    store.dispatch(forgetSavings(({ owner }) => owner !== null && owner !== 4))
    expect(saving('folder:7')).toBeNull()
    expect(selectNeedsOwner(store.getState())).toBe(false)
    expect(await ended).toBeNull()
    expect(saving('folder:7')).toBeNull()
    expect(saving('file:1')).toMatchObject({ stage: 'sink' })
    engine.end({ type: 'cancelled' }, 1)
  })

  it('have nothing more to say, also where the same folder is saved for somebody else by then', async () => {
    const { store, engine, startSaving, startUntilDownload, saving } = setUp()
    let openKeys: (files: SavingRequest<ListedFile>['opened'] & object) => void = () => undefined
    let tellKeys: (done: number) => void = () => undefined
    const calls: unknown[] = []
    const forgotten = startSaving('folder:5', {
      owner: 1,
      opened: ({ onProgress }) => {
        tellKeys = onProgress
        return new Promise((resolve) => (openKeys = resolve as typeof openKeys))
      },
      onOpened: (files) => calls.push(files),
    })
    store.dispatch(forgetSavings(() => true))
    const next = await startUntilDownload('folder:5', { owner: 2, onOpened: () => calls.push('next') })
    tellKeys(1)
    openKeys({ opened: [openedFile(1)], unopened: [] })
    expect(await forgotten).toBeNull()
    expect(calls).toEqual(['next'])
    expect(saving('folder:5')).toMatchObject({ owner: 2, stage: 'sink', done: 0 })
    engine.blockedBy('sign-in')
    store.dispatch(resumeWaitingSavings('sign-in'))
    expect(engine.resumedDownloads).toEqual([0])
    store.dispatch(cancelSaving('folder:5'))
    expect(await next.ended).toMatchObject({ end: { type: 'cancelled' } })
    expect(saving('folder:5')).toMatchObject({ owner: 2, stage: 'ended' })
  })

  it('that are saved already end without a word too', async () => {
    const { store, engine, startUntilDownload, saving } = setUp()
    const forgotten = await startUntilDownload('folder:5', { owner: 1 })
    store.dispatch(forgetSavings(() => true))
    const next = await startUntilDownload('folder:5', { owner: 2 })
    engine.updateState({ stage: 'running', total: 10, bytes: 3 }, 0)
    expect(await forgotten.ended).toBeNull()
    expect(saving('folder:5')).toMatchObject({ owner: 2, stage: 'sink' })
    engine.end({ type: 'saved', bytes: 10 }, 1)
    expect(await next.ended).toMatchObject({ end: { type: 'saved' } })
  })
})
