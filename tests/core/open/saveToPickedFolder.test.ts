import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { MiB } from '../../../contract/limits.ts'
import { fault, FaultError } from '../../../core/faults/fault.ts'
import { createSameThreadHash } from '../../../core/util/sameThreadHash.ts'
import { openingWorker } from '../../../core/open/openingWorker.ts'
import type { PickedFolder, NewFile } from '../../../core/open/saveToPickedFolder.ts'
import type { ArchiveEntry, OpeningEvent } from '../../../core/open/openJob.ts'
import { fetchRange, SealedLibrary } from './sealedLibrary.ts'

/** A folder in memory, by path. */
class MemoryFolder implements PickedFolder {
  readonly files = new Map<string, Buffer>()
  /** Of existing files, one after the other. */
  reads = 0
  onRead: () => void = () => undefined
  onCreate: () => void = () => undefined
  refusalOf: (name: string) => Error | null = () => null

  constructor(files: Record<string, string | Buffer> = {}) {
    for (const [path, content] of Object.entries(files)) this.files.set(path, Buffer.from(content))
  }

  find(path: readonly string[], name: string) {
    const refusal = this.refusalOf(name)
    if (refusal) return Promise.reject(refusal)
    const content = this.files.get([...path, name].join('/'))
    if (!content) return Promise.resolve(null)
    const read = (at: number, bytes: number) => {
      this.reads++
      this.onRead()
      return Promise.resolve(new Uint8Array(content.subarray(at, at + bytes)))
    }
    return Promise.resolve({ size: content.length, read })
  }

  create(path: readonly string[], name: string): Promise<NewFile | null> {
    this.onCreate()
    const key = [...path, name].join('/')
    if (this.files.has(key)) return Promise.resolve(null)
    const pieces: Uint8Array[] = []
    this.files.set(key, Buffer.alloc(0))
    return Promise.resolve({
      write: (piece) => Promise.resolve(void pieces.push(piece)),
      close: () => Promise.resolve(void this.files.set(key, Buffer.concat(pieces))),
      drop: () => Promise.resolve(void this.files.delete(key)),
    })
  }

  get contents() {
    return Object.fromEntries([...this.files].map(([path, content]) => [path, content.toString()]))
  }
}

function saveInto(folder: PickedFolder, entries: readonly ArchiveEntry[]) {
  const news: OpeningEvent[] = []
  const worker = openingWorker<null>({
    get: fetchRange,
    beginHash: createSameThreadHash,
    sink: () => ({ kind: 'folder', folder }),
  })
  worker.onEvent((one) => news.push(one))
  worker.addEntries(entries)
  const ended = worker.open({ kind: 'archive', hasNoBackpressure: false, compareSha256: false }, null)
  return { worker, ended, news }
}

async function libraryOfFiles(files: Record<string, string>) {
  const library = await SealedLibrary.open()
  for (const [name, content] of Object.entries(files)) await library.add(name, Buffer.from(content))
  return library
}

describe('what is in the folder already', () => {
  it('is not fetched again where it is the same, and stays where it is another', async () => {
    const { entries, requests } = await libraryOfFiles({
      'a.txt': 'one',
      'b.txt': 'two',
      'in/c.txt': 'three',
    })
    const folder = new MemoryFolder({ 'a.txt': 'one', 'b.txt': 'TWO', 'in/c.txt': 'other' })
    expect((await saveInto(folder, entries).ended).type).toBe('opened')
    expect(folder.contents).toEqual({
      'a.txt': 'one',
      'b.txt': 'TWO',
      'b (2).txt': 'two',
      'in/c.txt': 'other',
      'in/c (2).txt': 'three',
    })
    expect(requests).toEqual(['GET /many?ids=1,2'])
  })

  it('is not taken for ours where it is empty, but by a file that is empty too', async () => {
    const { entries } = await libraryOfFiles({ 'a.txt': 'one', 'b.txt': '' })
    const folder = new MemoryFolder({ 'a.txt': '', 'b.txt': '' })
    expect((await saveInto(folder, entries).ended).type).toBe('opened')
    expect(folder.contents).toEqual({ 'a.txt': '', 'a (2).txt': 'one', 'b.txt': '' })
  })

  it('stays, though it came after its place was found free', async () => {
    const { entries } = await libraryOfFiles({ 'a.txt': 'one', 'a (2).txt': 'two' })
    const folder = new MemoryFolder()
    folder.onCreate = () => {
      folder.onCreate = () => undefined
      folder.files.set('a.txt', Buffer.from('theirs'))
    }
    expect((await saveInto(folder, entries).ended).type).toBe('opened')
    expect(folder.contents).toEqual({ 'a.txt': 'theirs', 'a (2).txt': 'two', 'a (3).txt': 'one' })
  })

  it('is compared no longer than until it is cancelled', async () => {
    const library = await SealedLibrary.open()
    const content = randomBytes(8 * MiB)
    const { entry } = await library.add('large.bin', content)
    const folder = new MemoryFolder({ 'large.bin': content })
    const { worker, ended } = saveInto(folder, [entry])
    folder.onRead = () => worker.cancel()
    expect(await ended).toEqual({ type: 'aborted' })
    expect(folder.reads).toBe(1)
  })
})

describe('a large file that turns out to be another one at its end', () => {
  it('is left out and said, and the other files are saved', async () => {
    const library = await libraryOfFiles({ 'a.txt': 'one' })
    const { entry } = await library.add('b.bin', randomBytes(9 * MiB))
    await library.add('c.txt', Buffer.from('three'))
    const folder = new MemoryFolder()
    const entries = library.entries.map((one) => (one === entry ? { ...one, root: 'A'.repeat(43) } : one))
    const { ended, news } = saveInto(folder, entries)
    // The bytes of the two others.
    expect(await ended).toEqual({ type: 'opened', bytes: 8 })
    expect(folder.contents).toEqual({ 'a.txt': 'one', 'c.txt': 'three' })
    expect(news).toContainEqual({ type: 'left-out', entry: 1, fault: fault('content-mismatch') })
  })

  it('ends all where the folder has no room for it', async () => {
    const library = await SealedLibrary.open()
    await library.add('b.bin', randomBytes(9 * MiB))
    await library.add('c.txt', Buffer.from('three'))
    const folder = new MemoryFolder()
    folder.onCreate = () => {
      throw new FaultError(fault('device-full'))
    }
    expect(await saveInto(folder, library.entries).ended).toMatchObject({
      type: 'failed',
      fault: { code: 'device-full' },
      entry: 0,
    })
  })
})

describe('a name that the folder refuses', () => {
  const folderThatRefuses = (suffix: string, error: Error) => {
    const folder = new MemoryFolder({ 'a.txt': 'one' })
    folder.refusalOf = (name) => (name.endsWith(suffix) ? error : null)
    return folder
  }
  const refusal = fault('name-refused')

  it('is left out and said, and the other files are saved', async () => {
    const { entries } = await libraryOfFiles({ 'a.txt': 'one', 'b.lnk': 'two', 'c.txt': 'three' })
    const folder = folderThatRefuses('.lnk', new FaultError(refusal))
    const { ended, news } = saveInto(folder, entries)
    expect((await ended).type).toBe('opened')
    expect(folder.contents).toEqual({ 'a.txt': 'one', 'c.txt': 'three' })
    expect(news).toContainEqual({ type: 'left-out', entry: 1, fault: refusal })
  })

  it('ends a saving that has no other, and is said as well', async () => {
    const { entries } = await libraryOfFiles({ 'b.lnk': 'two' })
    const { ended, news } = saveInto(folderThatRefuses('.lnk', new FaultError(refusal)), entries)
    expect(await ended).toMatchObject({ type: 'failed', fault: { code: 'none-opened' } })
    expect(news).toContainEqual({ type: 'left-out', entry: 0, fault: refusal })
  })

  it('is not confused with a folder that can no longer be used: that ends all', async () => {
    const { entries, requests } = await libraryOfFiles({ 'a.txt': 'one', 'b.txt': 'two' })
    const folder = folderThatRefuses('b.txt', new DOMException('Not allowed', 'NotAllowedError'))
    expect(await saveInto(folder, entries).ended).toMatchObject({
      type: 'failed',
      fault: { code: 'unsaved' },
    })
    expect(requests).toEqual([])
  })
})
