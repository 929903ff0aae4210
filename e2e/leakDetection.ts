import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'

/** A secret in every shape in which it might leak unnoticed. */
export function encodingsOf(secret: string | Buffer): Buffer[] {
  const bytes = Buffer.from(secret)
  const base64 = [0, 1, 2].map((shift) => {
    // Inside a longer text base64 depends on the position; the middle of each alignment is stable.
    const text = Buffer.concat([Buffer.alloc(shift, 0x20), bytes]).toString('base64')
    return text.slice(shift === 0 ? 0 : 4, -4)
  })
  return [
    bytes,
    Buffer.from(encodeURIComponent(bytes.toString('latin1'))),
    Buffer.from(bytes.toString('hex')),
    Buffer.from(bytes.toString('latin1'), 'utf16le'),
    Buffer.from(bytes).reverse(),
    Buffer.from(createHash('sha256').update(bytes).digest('hex')),
    ...base64.map((text) => Buffer.from(text)),
  ]
}

export async function filesContaining(root: string, needles: Buffer[]): Promise<string[]> {
  const hits: string[] = []
  const longest = Math.max(...needles.map((needle) => needle.length))
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    const path = join(root, name)
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) continue
    let tail = Buffer.alloc(0)
    for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
      const text = Buffer.concat([tail, piece as Buffer])
      if (needles.some((needle) => text.includes(needle))) hits.push(path)
      tail = text.subarray(-longest)
    }
  }
  return hits
}

/** Everything a browser sends: address, headers, body. */
export function recordRequests(context: BrowserContext): Buffer[] {
  const sent: Buffer[] = []
  context.on('request', (request) => {
    sent.push(Buffer.from(`${request.method()} ${request.url()}\n${JSON.stringify(request.headers())}\n`))
    const body = request.postDataBuffer()
    if (body) sent.push(body)
  })
  return sent
}

/** Texts that a page has left, since `recordTraces`, in places that others may read. */
export interface Traces {
  /** Addresses, console, actions and states of the store, as they came. */
  recorded: string[]
  /** Adds what is stored now, in every storage of the browser and in the history. */
  recordStorage: () => Promise<void>
}

/** To be called before the first page is opened. */
export async function recordTraces(page: Page): Promise<Traces> {
  const seen: string[] = []
  page.on('console', (message) => seen.push(message.text()))
  page.on('framenavigated', (frame) => seen.push(frame.url()))
  await page.exposeFunction('keepTrace', (text: string) => void seen.push(text))
  await page.addInitScript(recordReduxStore)
  const look = async () => {
    seen.push(await page.evaluate(dumpStorage))
    seen.push(
      await page.evaluate(async () => {
        const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)))
        const cached = await Promise.all(caches.map((cache) => cache.keys()))
        const { href } = window.location
        const urls = cached.flat().map(({ url }) => url)
        return JSON.stringify([window.history.state, href, urls])
      }),
    )
  }
  return { recorded: seen, recordStorage: look }
}

type Reducer = (state: unknown, action: unknown) => unknown
type CreateStore = (reducer: Reducer, state: unknown) => unknown

/** In the page: stands where the tools of Redux would, and keeps every action and the state after it. */
function recordReduxStore() {
  const { keepTrace } = window as unknown as { keepTrace: (text: string) => Promise<void> }
  const text = (value: unknown) =>
    JSON.stringify(value, (_, part: unknown) => (ArrayBuffer.isView(part) ? Object.values(part) : part))
  const recorded = (create: CreateStore) => (reducer: Reducer, state: unknown) => {
    const recording: Reducer = (before, action) => {
      const after = reducer(before, action)
      void keepTrace(`redux ${text([action, after])}`)
      return after
    }
    return create(recording, state)
  }
  const compose =
    () =>
    (...enhancers: ((create: CreateStore) => CreateStore)[]) =>
    (create: CreateStore) =>
      enhancers.reduceRight((made, enhance) => enhance(made), recorded(create))
  Object.assign(window, { __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: compose })
}

/** In the page: all rows of all databases, and storages of this origin, as text; bytes as latin1. */
async function dumpStorage(): Promise<string> {
  const textOf = (value: unknown): string => {
    if (value instanceof ArrayBuffer) return textOf(new Uint8Array(value))
    if (ArrayBuffer.isView(value)) {
      const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
      return String.fromCharCode(...bytes.subarray(0, 4096))
    }
    if (typeof value !== 'object' || value === null) return String(value)
    return Object.entries(value)
      .map(([key, one]) => `${key}=${textOf(one)}`)
      .join('\n')
  }
  const found = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie]
  for (const { name } of await indexedDB.databases()) {
    found.push(name ?? '')
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name ?? '')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('closed'))
    })
    for (const store of database.objectStoreNames) {
      const rows = database.transaction(store).objectStore(store)
      for (const request of [rows.getAllKeys(), rows.getAll()]) {
        const values = await new Promise((resolve) => {
          request.onsuccess = () => resolve(request.result)
        })
        found.push(textOf(values))
      }
    }
    database.close()
  }
  return found.join('\n')
}
