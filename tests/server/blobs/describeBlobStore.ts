import { createHash, randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { newBlobKey } from '../../../server/blobs/blobKeys.ts'
import { partLength, type BlobStore, type PartPlan } from '../../../server/blobs/blobStore.ts'

/** What every store must do. `open` gives an empty one. */
export function describeBlobStore(name: string, open: () => Promise<BlobStore>): void {
  describe(name, () => {
    let store: BlobStore
    beforeEach(async () => {
      store = await open()
    })

    const plan: PartPlan = { size: 250, partSize: 100 }
    const content = randomBytes(plan.size)
    const part = (n: number) => content.subarray((n - 1) * 100, Math.min(n * 100, plan.size))
    const putPart = (key: string, n: number, bytes: Buffer = part(n)) =>
      store.putPart(key, n, inPieces(bytes), partLength(plan, n))
    const all = { start: 0, end: plan.size - 1 }
    const readAll = async (key: string, range = all) => bytesOf(await store.read(key, range))

    async function completed(): Promise<string> {
      const key = newBlobKey()
      await store.createParts(key)
      await Promise.all([3, 1, 2].map((n) => putPart(key, n)))
      await store.completeParts(key, plan)
      return key
    }

    async function group(count: number): Promise<string[]> {
      const prefix = newBlobKey()
      const writing = await store.openGroup(prefix)
      const keys = Array.from({ length: count }, (_, i) => `${prefix}/${i}`)
      await Promise.all(keys.map((key, i) => writing.put(key, [Buffer.from(`object ${i}`)])))
      await writing.makeDurable()
      return keys
    }

    it('says before the first byte that an object is shorter than it should be', async () => {
      const [small = ''] = await group(1)
      const read = (key: string, size: number, range = { start: 0, end: 3 }) => store.read(key, range, size)
      for (const [key, bytes] of [
        [small, 8],
        [await completed(), plan.size],
      ] as const) {
        expect((await bytesOf(await read(key, bytes))).length).toBe(4)
        await expect(read(key, bytes + 1)).rejects.toMatchObject({ code: 'incomplete' })
        const beyond = { start: bytes, end: bytes + 3 }
        await expect(read(key, bytes + 4, beyond)).rejects.toMatchObject({ code: 'incomplete' })
      }
      await expect(read(newBlobKey(), 10)).rejects.toMatchObject({ code: 'missing' })
    })

    it('gives back the objects of a group, whole and in ranges', async () => {
      const [first = '', second = ''] = await group(2)
      expect(await bytesOf(await store.read(first, { start: 0, end: 7 }))).toEqual(Buffer.from('object 0'))
      expect(await bytesOf(await store.read(second, { start: 7, end: 7 }))).toEqual(Buffer.from('1'))
    })

    it('writes a large object as a stream, in order', async () => {
      const prefix = newBlobKey()
      const writing = await store.openGroup(prefix)
      const writer = await writing.putStream(`${prefix}/0`)
      const bytes = randomBytes(3 * 1024 * 1024 + 17)
      for (let at = 0; at < bytes.length; at += 65_000) await writer.write(bytes.subarray(at, at + 65_000))
      await writer.close()
      await writing.makeDurable()
      const read = await bytesOf(await store.read(`${prefix}/0`, { start: 0, end: bytes.length - 1 }))
      expect(read.equals(bytes)).toBe(true)
    })

    it('forgets one object of a group without touching its neighbours', async () => {
      const [first = '', second = ''] = await group(2)
      await store.delete([first])
      await expect(store.read(first, { start: 0, end: 0 })).rejects.toMatchObject({ code: 'missing' })
      expect(await bytesOf(await store.read(second, { start: 0, end: 7 }))).toEqual(Buffer.from('object 1'))
      await store.delete([second])
      await expect(store.read(second, { start: 0, end: 0 })).rejects.toMatchObject({ code: 'missing' })
    })

    it('forgets a whole group by its prefix', async () => {
      const keys = await group(3)
      await store.delete([keys[0]?.split('/')[0] ?? ''])
      for (const key of keys) {
        await expect(store.read(key, { start: 0, end: 0 })).rejects.toMatchObject({ code: 'missing' })
      }
    })

    it('makes one object of parts that came in any order', async () => {
      expect(await readAll(await completed())).toEqual(content)
    })

    it('reads the parts of an object one by one', async () => {
      const key = await completed()
      for (const n of [1, 2, 3]) expect(await bytesOf(await store.readPart(key, n, plan))).toEqual(part(n))
      await expect(store.readPart(newBlobKey(), 1, plan)).rejects.toMatchObject({ code: 'missing' })
    })

    it('is empty before and after, and with a part or an object not', async () => {
      expect(await store.isEmpty()).toBe(true)
      const [first = ''] = await group(1)
      expect(await store.isEmpty()).toBe(false)
      await store.delete([first])
      expect(await store.isEmpty()).toBe(true)
      const key = newBlobKey()
      await store.createParts(key)
      await putPart(key, 1)
      expect(await store.isEmpty()).toBe(false)
      await store.delete([key])
      expect(await store.isEmpty()).toBe(true)
    })

    it('lists every object with its bytes, in the order of their keys, and what is unfinished apart', async () => {
      const objects = [...(await group(3)), ...(await group(1)), await completed()]
      const unfinished = newBlobKey()
      await store.createParts(unfinished)
      await putPart(unfinished, 2)
      await store.delete(objects.splice(1, 1))
      const units = await collectAll(store.list())
      expect(units.map(({ key }) => key)).toEqual([...new Set(objects.map((key) => key.slice(0, 32)))].sort())
      const bytes = (key: string) => {
        const sizes = units.find((unit) => unit.key === key.slice(0, 32))?.sizes
        return key.includes('/')
          ? sizes?.get(key.slice(32))
          : [...(sizes?.values() ?? [])].reduce((a, b) => a + b, 0)
      }
      expect(objects.map(bytes)).toEqual(objects.map((key) => (key.includes('/') ? 8 : plan.size)))
      expect(await collectAll(store.listUnfinished())).toEqual([unfinished])
      expect(await collectAll(store.listUnknownNames())).toEqual([])
    })

    it('knows the length of an object, and of none where there is none', async () => {
      const [first = ''] = await group(1)
      expect(await store.sizeOf(first)).toBe(8)
      expect(await store.sizeOf(await completed())).toBe(plan.size)
      const unfinished = newBlobKey()
      await store.createParts(unfinished)
      await putPart(unfinished, 1)
      for (const key of [newBlobKey(), `${newBlobKey()}/0`, unfinished])
        expect(await store.sizeOf(key)).toBeUndefined()
    })

    it('says what the SHA-256 of a small object is', async () => {
      const prefix = newBlobKey()
      const writing = await store.openGroup(prefix)
      const sha256 = await writing.put(`${prefix}/0`, [content.subarray(0, 9), content.subarray(9)])
      expect(sha256).toBe(createHash('sha256').update(content).digest('base64url'))
    })

    it('reads any range across parts', async () => {
      const key = await completed()
      for (const [start, end] of [
        [0, 0],
        [99, 100],
        [0, 99],
        [100, 199],
        [50, 249],
        [249, 249],
        [200, 249],
        [99, 201],
      ] as const) {
        expect(await readAll(key, { start, end })).toEqual(content.subarray(start, end + 1))
      }
    })

    it('lists the parts that are there', async () => {
      const key = newBlobKey()
      await store.createParts(key)
      expect(await store.listParts(key, plan)).toEqual([])
      await putPart(key, 3)
      await putPart(key, 1)
      expect(await store.listParts(key, plan)).toEqual([1, 3])
    })

    it('takes a part again, also at the same time', async () => {
      const key = newBlobKey()
      await store.createParts(key)
      await Promise.all([putPart(key, 1), putPart(key, 1), putPart(key, 2), putPart(key, 3)])
      await putPart(key, 2)
      await store.completeParts(key, plan)
      expect(await readAll(key)).toEqual(content)
    })

    it.each([
      ['short', 99],
      ['long', 101],
      ['empty', 0],
    ])('refuses a part that is too %s and keeps what was there', async (_name, length) => {
      const key = newBlobKey()
      await store.createParts(key)
      await putPart(key, 1)
      await expect(putPart(key, 1, Buffer.alloc(length))).rejects.toMatchObject({ code: 'wrongSize' })
      await expect(putPart(key, 2, Buffer.alloc(length))).rejects.toMatchObject({ code: 'wrongSize' })
      expect(await store.listParts(key, plan)).toEqual([1])
    })

    it('leaves nothing of a part whose source fails', async () => {
      const key = newBlobKey()
      await store.createParts(key)
      const failing = (async function* () {
        yield await Promise.resolve(Buffer.alloc(50))
        throw new Error('connection lost')
      })()
      await expect(store.putPart(key, 1, failing, 100)).rejects.toThrow('connection lost')
      expect(await store.listParts(key, plan)).toEqual([])
    })

    it('does not complete while a part is missing, and then still takes it', async () => {
      const key = newBlobKey()
      await store.createParts(key)
      await putPart(key, 1)
      await putPart(key, 3)
      await expect(store.completeParts(key, plan)).rejects.toMatchObject({ code: 'incomplete' })
      await putPart(key, 2)
      await store.completeParts(key, plan)
      expect(await readAll(key)).toEqual(content)
    })

    it('completes again without harm, also at the same time', async () => {
      const key = newBlobKey()
      await store.createParts(key)
      await Promise.all([1, 2, 3].map((n) => putPart(key, n)))
      await Promise.all([store.completeParts(key, plan), store.completeParts(key, plan)])
      await store.completeParts(key, plan)
      expect(await readAll(key)).toEqual(content)
    })

    it(
      'can be listed and completed while it is completed, and listed while it goes',
      { tags: 'thorough' },
      async () => {
        for (let round = 0; round < 8; round++) {
          const many = { size: 40, partSize: 1 }
          const [key, doomed] = [newBlobKey(), newBlobKey()]
          for (const made of [key, doomed]) {
            await store.createParts(made)
            await Promise.all(
              Array.from({ length: 40 }, (_, i) => store.putPart(made, i + 1, inPieces(Buffer.alloc(1)), 1)),
            )
          }
          const list = async (made: string) => (await store.listParts(made, many)).length
          const lists = Array.from({ length: 6 }, () => list(key))
          await Promise.all([store.completeParts(key, many), store.completeParts(key, many), ...lists])
          expect(new Set(await Promise.all(lists))).toEqual(new Set([40]))
          const late = Array.from({ length: 6 }, () => list(doomed))
          await Promise.all([store.delete([doomed]), ...late])
          expect(await list(doomed)).toBe(0)
        }
      },
    )

    it('refuses a part that comes after the completion and leaves the object as it was', async () => {
      const key = await completed()
      await expect(putPart(key, 1, randomBytes(100))).rejects.toMatchObject({ code: 'missing' })
      expect(await readAll(key)).toEqual(content)
      expect(await store.listParts(key, plan)).toEqual([1, 2, 3])
    })

    it('knows nothing of keys that were never made', async () => {
      await expect(store.read(newBlobKey(), all)).rejects.toMatchObject({ code: 'missing' })
      await expect(putPart(newBlobKey(), 1)).rejects.toMatchObject({ code: 'missing' })
      await expect(store.completeParts(newBlobKey(), plan)).rejects.toMatchObject({ code: 'missing' })
      await store.delete([newBlobKey(), `${newBlobKey()}/3`])
    })

    it('forgets parts before and after their completion', async () => {
      const unfinished = newBlobKey()
      await store.createParts(unfinished)
      await putPart(unfinished, 1)
      const finished = await completed()
      await store.delete([unfinished, finished])
      await expect(putPart(unfinished, 2)).rejects.toMatchObject({ code: 'missing' })
      await expect(store.read(finished, all)).rejects.toMatchObject({ code: 'missing' })
    })

    it.each(['../../etc/passwd', '/etc/passwd', 'ab', `${'a'.repeat(32)}/../x`, 'A'.repeat(32), ''])(
      'refuses %j as a key',
      async (key) => {
        await expect(store.read(key, all)).rejects.toThrow('Not a blob key.')
        await expect(store.delete([key])).rejects.toThrow('Not a blob key.')
        await expect(store.createParts(key)).rejects.toThrow('Not a blob key.')
      },
    )

    it('can be written to', async () => {
      await store.checkWrites()
    })
  })
}

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 33) yield await Promise.resolve(bytes.subarray(at, at + 33))
}

/** Copies: a piece is valid until the next one is asked for. */
async function bytesOf(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const copies: Buffer[] = []
  for await (const piece of pieces) copies.push(Buffer.from(piece))
  return Buffer.concat(copies)
}

export async function collectAll<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of source) all.push(one)
  return all
}
