import {
  configureStore,
  createListenerMiddleware,
  type Middleware,
  type UnknownAction,
} from '@reduxjs/toolkit'
import { vi } from 'vitest'
import type { UploadStatus } from '../../../../contract/schemas/uploads.ts'
import { sealAnswers, toBase64, uploadLinkTag } from '../../../../core/crypto/index.ts'
import { installUploadListeners } from '../../../../src/features/upload/sending/uploadListeners.ts'
import { pageOpened } from '../../../../src/features/upload/uploadEvents.ts'
import { type AppDispatch, rootReducer, type RootState } from '../../../../src/store/store.ts'
import { InterruptedUploads } from '../../../../src/platform/interruptedUploads.ts'
import { UploadProgress } from '../../../../core/upload/progress.ts'
import { runUpload } from '../../../../core/upload/runUpload.ts'
import { FaultyStore } from '../../../core/util/faultyStore.ts'
import { memoryLocks } from '../../../core/util/memoryLocks.ts'
import { MemoryUpload } from '../../../core/upload/memoryUpload.ts'
import { testPair } from '../../../keyPairs.ts'

const { spkiBytes } = testPair
export const openLinkStatus: UploadStatus = {
  ...{ title: 'Box', description: null, requires_password: false, requires_email: false },
  ...{ has_allowed_emails_list: false, perform_mime_check: false, sender_fields: [], room_left: null },
}

/** An upload page without a screen: its store and listeners, the engine, and everything else in memory. */
export class PageOfUploads {
  /** Server and threads. */
  readonly engine = new MemoryUpload([])
  /** Of this browser. */
  readonly disk: FaultyStore
  /** What the link asks for. */
  link = openLinkStatus
  /** Whenever the server is about to answer; what it throws is what becomes of the call. */
  beforeAnswer: () => void = () => undefined
  /** Whenever the engine has asked whether a gate is closed. */
  beforeGateAnswer: () => Promise<void> = () => Promise.resolve()
  readonly service: ReturnType<typeof installUploadListeners>
  readonly store
  /** Hears every action, once the store has. */
  onAction: (action: UnknownAction) => void = () => undefined
  #batches = 0

  /** @param more hears what the listeners of uploads hear */
  constructor(disk = new FaultyStore(), more: Middleware = () => (next) => next) {
    this.disk = disk
    this.#stubGlobals()
    const listener = createListenerMiddleware()
    const actionObserver = () => (next: (action: unknown) => unknown) => (action: unknown) => {
      const result = next(action)
      this.onAction(action as UnknownAction)
      return result
    }
    this.store = configureStore({
      reducer: rootReducer,
      middleware: (defaults) =>
        defaults({ serializableCheck: false, immutableCheck: false }).prepend(
          actionObserver,
          listener.middleware,
          more,
        ),
    })
    const uploads = new InterruptedUploads({
      store: disk.use,
      abortUpload: (_, id) => this.engine.calls.abort(id),
    })
    this.service = installUploadListeners(listener.startListening.withTypes<RootState, AppDispatch>(), {
      hasInterruptedUploads: () => Promise.resolve(true),
      interruptedUploads: () => Promise.resolve(uploads),
      engine: () =>
        Promise.resolve({
          runUpload,
          UploadProgress,
          uploadLinkTag,
          newSealingWorkers: () => this.engine.workers,
          pageUploadCalls: (_, onGateClosed) => ({
            ...this.engine.calls,
            isGateClosed: async () => {
              await this.beforeGateAnswer()
              const isClosed = this.engine.gateIsClosed
              if (isClosed) onGateClosed?.({ ...openLinkStatus, requires_password: true })
              return isClosed
            },
          }),
          pageClock: () => this.engine.clock,
          newBatchId: () => `batch${++this.#batches}`,
          // Ids of batches are no sixteen bytes here.
          sealAnswers: (key, _, answers) => sealAnswers(key, 'A'.repeat(22), answers),
        }),
    })
  }

  get state(): RootState {
    return this.store.getState()
  }

  get dispatch(): AppDispatch {
    return this.store.dispatch
  }

  /** The link is open, and nothing is asked for. */
  async open(): Promise<void> {
    this.dispatch(pageOpened({ linkToken: 'link', keyFingerprint: null, privateNames: false }))
    await this.waitUntil(() => this.state.upload?.step === 4)
  }

  /** Once it has been true, however shortly. @throws when it does not come true in a minute */
  async waitUntil(isSo: () => boolean): Promise<void> {
    let wasSo = false
    const check = () => (wasSo ||= isSo())
    const unsubscribe = this.store.subscribe(check)
    try {
      await vi.waitFor(() => {
        if (!check()) throw new Error('It is not so.')
      }, 60_000)
    } finally {
      unsubscribe()
    }
  }

  /** Does it once the store has heard the next action of this type. */
  onNext({ type: wanted }: { type: string }, act: () => void): void {
    this.onAction = ({ type }) => {
      if (type !== wanted) return
      this.onAction = () => undefined
      queueMicrotask(act)
    }
  }

  /** Of each upload that is sent from now on, its batch and how many files it has. */
  sentBatches(): string[] {
    const sent: string[] = []
    const { engine } = this.service.modules
    this.service.modules.engine = async () => {
      const its = await engine()
      const runUpload: typeof its.runUpload = (plan, ports, hear) => {
        sent.push(`${ports.settings.batchId}: ${plan.files.length}`)
        return its.runUpload(plan, ports, hear)
      }
      return { ...its, runUpload }
    }
    return sent
  }

  #stubGlobals() {
    vi.stubGlobal('navigator', { locks: memoryLocks() })
    const nothing = () => undefined
    vi.stubGlobal('document', { cookie: '', addEventListener: nothing, removeEventListener: nothing })
    vi.stubGlobal('fetch', async (url: string) => {
      await Promise.resolve()
      this.beforeAnswer()
      return Response.json(url.includes('key') ? { public_key_spki: toBase64(spkiBytes) } : this.link)
    })
  }
}

/** A file of this name; nothing is ever read of it. */
export const fileOf = (name: string, size = 1000): File => {
  const file = new File([], name, { lastModified: 1 })
  Object.defineProperty(file, 'size', { value: size })
  return file
}
