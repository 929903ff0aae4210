import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { MiB } from '../../../contract/limits.ts'
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

  constructor(files: Record<string, string | Buffer> = {}) {
    for (const [path, content] of Object.entries(files)) this.files.set(path, Buffer.from(content))
  }

  find(path: readonly string[], name: string) {
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
  const ended = worker.open({ kind: 'archive', paced: false, compareSha256: false }, null)
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
