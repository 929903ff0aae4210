import { describe, expect, it } from 'vitest'
import { pickedFolder } from '../../workers/pickedFolder.ts'

/** A folder of a disk in memory: what is written to a file shows when that is closed. */
class DiskFolder {
  readonly files = new Map<string, Buffer>()
  readonly folders = new Map<string, DiskFolder>()

  getDirectoryHandle(name: string) {
    if (this.files.has(name)) return Promise.reject(new DOMException('', 'TypeMismatchError'))
    const folder = this.folders.get(name) ?? new DiskFolder()
    this.folders.set(name, folder)
    return Promise.resolve(folder)
  }

  getFileHandle(name: string, { create = false } = {}) {
    if (name.endsWith('.lnk')) return Promise.reject(new TypeError('Name is not allowed.'))
    if (this.folders.has(name)) return Promise.reject(new DOMException('', 'TypeMismatchError'))
    if (!this.files.has(name) && !create) return Promise.reject(new DOMException('', 'NotFoundError'))
    const { files } = this
    files.set(name, files.get(name) ?? Buffer.alloc(0))
    const pieces: Uint8Array[] = []
    return Promise.resolve({
      name,
      getFile: () => Promise.resolve(new Blob([new Uint8Array(files.get(name) ?? [])])),
      createWritable: () =>
        Promise.resolve({
          write: (piece: Uint8Array) => Promise.resolve(void pieces.push(piece)),
          close: () => Promise.resolve(void files.set(name, Buffer.concat(pieces))),
          abort: () => Promise.resolve(),
        }),
    })
  }

  removeEntry(name: string) {
    this.files.delete(name)
    return Promise.resolve()
  }

  get contents() {
    return Object.fromEntries([...this.files].map(([name, content]) => [name, content.toString()]))
  }
}

function newPickedFolder(files: Record<string, string> = {}) {
  const disk = new DiskFolder()
  for (const [name, content] of Object.entries(files)) disk.files.set(name, Buffer.from(content))
  const handle: object = disk
  return { disk, folder: pickedFolder(handle as FileSystemDirectoryHandle) }
}

const utf8Bytes = (text: string) => new Uint8Array(Buffer.from(text))

describe('a folder that a person has picked', () => {
  it('takes a new file, which is there when it is closed', async () => {
    const { disk, folder } = newPickedFolder()
    const file = await folder.create([], 'a.txt')
    await file?.write(utf8Bytes('one'))
    expect(disk.contents).toEqual({ 'a.txt': '' })
    await file?.close()
    expect(disk.contents).toEqual({ 'a.txt': 'one' })
    expect(await folder.find([], 'a.txt')).toMatchObject({ size: 3 })
    expect(await folder.find([], 'b.txt')).toBeNull()
  })

  it('keeps what is there, empty files too: no other is made in its place', async () => {
    const { disk, folder } = newPickedFolder({ 'a.txt': 'theirs', 'empty.txt': '' })
    await folder.find(['sub'], 'x.txt')
    for (const name of ['a.txt', 'empty.txt', 'sub']) expect(await folder.create([], name)).toBeNull()
    expect(disk.contents).toEqual({ 'a.txt': 'theirs', 'empty.txt': '' })
  })

  it('keeps nothing of a file that failed', async () => {
    const { disk, folder } = newPickedFolder()
    const file = await folder.create([], 'a.txt')
    await file?.write(utf8Bytes('half'))
    await file?.drop()
    expect(disk.contents).toEqual({})
  })

  it('keeps what somebody else has written under that name meanwhile', async () => {
    const { disk, folder } = newPickedFolder()
    const file = await folder.create([], 'a.txt')
    disk.files.set('a.txt', Buffer.from('theirs'))
    await file?.drop()
    expect(disk.contents).toEqual({ 'a.txt': 'theirs' })
  })

  it('opens a folder again that could not be opened once', async () => {
    const { disk, folder } = newPickedFolder()
    const open = disk.getDirectoryHandle.bind(disk)
    disk.getDirectoryHandle = () => Promise.reject(new DOMException('', 'InvalidStateError'))
    await expect(folder.create(['sub', 'deep'], 'a.txt')).rejects.toThrow()
    disk.getDirectoryHandle = open
    await (await folder.create(['sub', 'deep'], 'a.txt'))?.close()
    expect(disk.folders.get('sub')?.folders.get('deep')?.contents).toEqual({ 'a.txt': '' })
  })

  it('says which name the browser refuses, and that a file cannot have files', async () => {
    const { folder } = newPickedFolder({ sub: 'a file' })
    const refusal = { fault: { code: 'name-refused' } }
    for (const [path, name] of [[[], 'a.lnk'] as const, [['sub', 'deep'], 'a.txt'] as const]) {
      await expect(folder.find(path, name)).rejects.toMatchObject(refusal)
      await expect(folder.create(path, name)).rejects.toMatchObject(refusal)
    }
  })

  it('passes on what is wrong with the folder itself', async () => {
    const { disk, folder } = newPickedFolder()
    disk.getFileHandle = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    await expect(folder.find([], 'a.txt')).rejects.toMatchObject({ name: 'NotAllowedError' })
  })
})
