import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest'
import { bodyChecksumHeader, bodyChecksumOf } from '../../contract/bodyChecksum.ts'
import { MiB } from '../../contract/limits.ts'
import type { Body, Bytes } from '../../core/ports.ts'
import { WorkerBodies } from '../../workers/workerBodies.ts'

type SentBody = Blob | Uint8Array

let sentBodies: SentBody[]
let requests: (EventTarget & { abort: Mock; setRequestHeader: Mock })[]
/** Milliseconds that the browser takes to take a body over. */
let handoverMs: number
let now: number
/** Whether the browser takes no body. */
let refusesBodies: boolean

const request = { method: 'PUT', url: '/', csrfToken: '' } as const

/** Bodies of a worker, in a browser that only takes them. */
function setUpBodies() {
  const bodies = new WorkerBodies()
  const hold = (pieces: Bytes[]): Promise<Body> => {
    const size = pieces.reduce((sum, { length }) => sum + length, 0)
    const room = bodies.allocate(size + 10)
    let at = 0
    for (const piece of pieces) {
      room.put(piece, at)
      at += piece.length
    }
    return room.close(size)
  }
  const answer = async (bytes: Bytes) => (await hold([bytes])).send(request, () => undefined)
  return {
    hold,
    bodies,
    answer,
    send: async (bytes: Bytes) => void (await hold([bytes])).send(request, () => undefined),
  }
}

beforeEach(() => {
  sentBodies = []
  requests = []
  handoverMs = 0
  now = 0
  refusesBodies = false
  vi.useFakeTimers()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      upload = new EventTarget()
      open = vi.fn()
      abort = vi.fn()
      setRequestHeader = vi.fn()
      constructor() {
        super()
        requests.push(this)
      }
      send(body: SentBody) {
        if (refusesBodies) throw new RangeError('Out of memory')
        sentBodies.push(body)
        now += handoverMs
      }
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const newPart = () => new Uint8Array(4 * MiB)
const sentKinds = () => sentBodies.map((body) => (body instanceof Blob ? 'blob' : 'buffer'))

describe('a body', () => {
  it('is a buffer, and a Blob once handing over has been slow twice in a row', async () => {
    const { send } = setUpBodies()
    for (const milliseconds of [30, 60, 30, 60, 60, 0]) {
      handoverMs = milliseconds
      await send(newPart())
    }
    expect(sentKinds()).toEqual(['buffer', 'buffer', 'buffer', 'buffer', 'buffer', 'blob'])
  })

  it('is a Blob at once after a handover that was slower still', async () => {
    const { send } = setUpBodies()
    for (const milliseconds of [90, 0]) {
      handoverMs = milliseconds
      await send(newPart())
    }
    expect(sentKinds()).toEqual(['buffer', 'blob'])
  })

  it('may take as long as one of a MiB, however small it is', async () => {
    const { send } = setUpBodies()
    handoverMs = 9
    for (let n = 0; n < 4; n++) await send(new Uint8Array(10))
    expect(sentKinds()).toEqual(Array(4).fill('buffer'))
  })

  it('is sent where there is no room for the buffer that stands for its copies', async () => {
    const body = await setUpBodies().hold([new Uint8Array(10)])
    const noRoom = vi.fn(function () {
      throw new RangeError('Array buffer allocation failed')
    })
    vi.stubGlobal('ArrayBuffer', noRoom)
    void body.send(request, () => undefined)
    vi.unstubAllGlobals()
    expect(noRoom).toHaveBeenCalledWith(40)
    expect(sentBodies).toEqual([new Uint8Array(10)])
  })

  it('can be stopped until it has been answered', async () => {
    const { send, bodies } = setUpBodies()
    await send(new Uint8Array(1))
    await send(new Uint8Array(2))
    requests[0]?.dispatchEvent(new Event('error'))
    bodies.stop()
    expect(requests.map(({ abort }) => abort.mock.calls.length)).toEqual([0, 1])
  })

  it('is not under way when the browser does not take it', async () => {
    const { answer, bodies } = setUpBodies()
    refusesBodies = true
    await expect(answer(new Uint8Array(1))).rejects.toThrow('Out of memory')
    bodies.stop()
    expect(requests.map(({ abort }) => abort.mock.calls.length)).toEqual([0])
  })

  it('of texts is one run of bytes', async () => {
    const body = setUpBodies().bodies.ofParts(['a', new TextEncoder().encode('ß')])
    void body.send(request, () => undefined)
    expect(body.size).toBe(3)
    expect(await (sentBodies[0] as Blob).text()).toBe('aß')
  })

  it('has a checksum of what is sent, whatever it travels in, which goes with it', async () => {
    const { bodies, hold, send } = setUpBodies()
    const text = new TextEncoder().encode('aß')
    const sum = await bodyChecksumOf([text])
    expect(await bodies.ofParts(['a', text.subarray(1)]).checksum()).toBe(sum)
    const held = await hold([text.subarray(0, 1), text.subarray(1)])
    expect(await held.checksum()).toBe(sum)
    void held.send({ ...request, checksum: sum }, () => undefined)
    expect(requests.at(-1)?.setRequestHeader.mock.calls).toEqual([[bodyChecksumHeader, sum]])
    handoverMs = 10_000
    await send(newPart())
    const inBlob = await hold([text])
    expect(await inBlob.checksum()).toBe(sum)
    void inBlob.send(request, () => undefined)
    expect(sentKinds().at(-1)).toBe('blob')
  })
})

describe('the memory of parts', () => {
  const pieces = (byte: number) => [new Uint8Array(5).fill(byte), new Uint8Array(2).fill(byte)]
  const bytesOf = (body: Body) => {
    void body.send(request, () => undefined)
    return sentBodies.at(-1) as Uint8Array
  }

  it('serves another part only when its own has been dropped', async () => {
    const { hold } = setUpBodies()
    const [first, second] = [await hold(pieces(1)), await hold(pieces(2))]
    const memory = bytesOf(first).buffer
    expect(bytesOf(first)).toEqual(new Uint8Array(7).fill(1))
    expect(bytesOf(second)).toEqual(new Uint8Array(7).fill(2))
    first.drop()
    const third = await hold(pieces(3).slice(0, 1))
    expect(bytesOf(third)).toEqual(new Uint8Array(5).fill(3))
    expect(bytesOf(third).buffer).toBe(memory)
    const fourth = await hold(pieces(4))
    expect(bytesOf(second)).toEqual(new Uint8Array(7).fill(2))
    expect(bytesOf(fourth)).toEqual(new Uint8Array(7).fill(4))
  })

  it('frees a piece that it takes, and serves others where it is not closed', async () => {
    const { bodies } = setUpBodies()
    const piece = new Uint8Array(5).fill(1)
    const first = bodies.allocate(5)
    first.take(piece, 0)
    expect(piece.length).toBe(0)
    const second = bodies.allocate(5)
    const body = await first.close()
    const memory = bytesOf(body).buffer
    body.drop()
    expect(bytesOf(await bodies.allocate(4).close()).buffer).toBe(memory)
    second.drop()
  })
})

it('that is dropped ends its requests under way, and no others', async () => {
  const { hold } = setUpBodies()
  const [first, second] = [await hold([newPart()]), await hold([newPart()])]
  void first.send(request, () => undefined)
  void second.send(request, () => undefined)
  first.drop()
  expect(requests.map(({ abort }) => abort.mock.calls.length)).toEqual([1, 0])
})
