import { describe, expect, it } from 'vitest'
import { maxListedObjectLength, readJsonArray } from '../../../core/util/jsonArray.ts'

const objects = [
  { name: 'a "quoted" } name' },
  { name: 'back\\slash\\' },
  { name: '[{,]}', nested: { deep: [1, { more: '"' }] } },
  { name: 'Größe 🎉' },
]

function streamInPieces(bytes: Uint8Array, pieceLength: number) {
  return new ReadableStream<Uint8Array>({
    start(controller) {
      for (let from = 0; from < bytes.length; from += pieceLength) {
        controller.enqueue(bytes.slice(from, from + pieceLength))
      }
      controller.close()
    },
  })
}

async function readObjects(json: string, pieceLength: number, mostBytes?: number) {
  const objects: unknown[] = []
  for await (const some of readJsonArray(
    streamInPieces(new TextEncoder().encode(json), pieceLength),
    mostBytes,
  )) {
    objects.push(...some)
  }
  return objects
}

describe('a list that is read as it arrives', () => {
  it.each([1, 2, 7, 64, 100_000])('has the same objects in pieces of %i bytes', async (pieceLength) => {
    expect(await readObjects(JSON.stringify(objects), pieceLength)).toEqual(objects)
    expect(await readObjects(JSON.stringify(objects, null, 2), pieceLength)).toEqual(objects)
  })

  it('may be empty', async () => {
    expect(await readObjects('[]', 1)).toEqual([])
  })

  it('may be long', async () => {
    const many = Array.from({ length: 5000 }, (_, id) => ({ id, name: `file ${id}` }))
    expect(await readObjects(JSON.stringify(many), 16_384)).toEqual(many)
  })

  it('may be as long as its reader can hold, and no longer', async () => {
    const json = JSON.stringify(objects)
    const bytes = new TextEncoder().encode(json).length
    expect(await readObjects(json, 7, bytes)).toEqual(objects)
    await expect(readObjects(json, 7, bytes - 1)).rejects.toThrow(SyntaxError)
  })

  it.each(['', '[', '[{"a":1}', '[{"a":1},{"b":'])('that ends early is an error: %j', async (json) => {
    await expect(readObjects(json, 3)).rejects.toThrow(SyntaxError)
  })

  it('that is malformed is an error', async () => {
    await expect(readObjects('[{"a":1},{"b":}]', 100)).rejects.toThrow(SyntaxError)
  })

  it.each([
    ['an object of endless length', `[{"name":"${'a'.repeat(maxListedObjectLength)}`],
    ['an object that is nested without end', `[${'{"a":'.repeat(100)}`],
  ])('ends with %s', async (_, json) => {
    await expect(readObjects(`${json}${' '.repeat(3 * maxListedObjectLength)}`, 64 * 1024)).rejects.toThrow(
      'exceeds its limits',
    )
  })
})
