import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest'
import { MiB } from '../../contract/limits.ts'

type Sent = Blob | Uint8Array

let sent: Sent[]
let requests: (EventTarget & { abort: Mock })[]
/** Milliseconds that the browser takes to take a body over. */
let handover: number
let now: number
/** Whether the browser takes no body. */
let refuses: boolean

/** Modules with their state of the beginning, in a browser that only takes bodies. */
async function load() {
  vi.resetModules()
  const { sendBody, stopSending } = await import('../../workers/httpSend.ts')
  const { PartMemory } = await import('../../workers/partStore.ts')
  const storePart = (pieces: Uint8Array<ArrayBuffer>[]) => {
    const size = pieces.reduce((sum, { length }) => sum + length, 0)
    const memory = new PartMemory(size + 10)
    let at = 0
    for (const piece of pieces) {
      memory.put(piece, at)
      at += piece.length
    }
    return memory.store(size)
  }
  const attempt = { method: 'PUT', url: '/', csrfToken: '' } as const
  const answer = (body: Sent) => sendBody(attempt, body as Blob, () => undefined)
  return { storePart, stopSending, answer, send: (body: Sent) => void answer(body) }
}

beforeEach(() => {
  sent = []
  requests = []
  handover = 0
  now = 0
  refuses = false
  vi.useFakeTimers()
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      upload = new EventTarget()
      open = vi.fn()
      abort = vi.fn()
      constructor() {
        super()
        requests.push(this)
      }
      send(body: Sent) {
        if (refuses) throw new RangeError('Out of memory')
        sent.push(body)
        now += handover
      }
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const part = () => new Uint8Array(4 * MiB)
const kinds = () => sent.map((body) => (body instanceof Blob ? 'blob' : 'buffer'))

describe('a body', () => {
  it('is a buffer, and a Blob once handing over has been slow twice in a row', async () => {
    const { send } = await load()
    for (const milliseconds of [30, 60, 30, 60, 60, 0]) {
      handover = milliseconds
      send(part())
    }
    expect(kinds()).toEqual(['buffer', 'buffer', 'buffer', 'buffer', 'buffer', 'blob'])
  })

  it('is a Blob at once after a handover that was slower still', async () => {
    const { send } = await load()
    for (const milliseconds of [90, 0]) {
      handover = milliseconds
      send(part())
    }
    expect(kinds()).toEqual(['buffer', 'blob'])
  })

  it('may take as long as one of a MiB, however small it is', async () => {
    const { send } = await load()
    handover = 9
    for (let n = 0; n < 4; n++) send(new Uint8Array(10))
    expect(kinds()).toEqual(Array(4).fill('buffer'))
  })

  it('is sent where there is no room for the buffer that stands for its copies', async () => {
    const { send } = await load()
    const body = new Uint8Array(10)
    const noRoom = vi.fn(() => {
      throw new RangeError('Array buffer allocation failed')
    })
    vi.stubGlobal('ArrayBuffer', noRoom)
    send(body)
    expect(noRoom).toHaveBeenCalledWith(40)
    expect(sent).toEqual([body])
  })

  it('can be stopped until it has been answered', async () => {
    const { send, stopSending } = await load()
    send(new Uint8Array(1))
    send(new Uint8Array(2))
    requests[0]?.dispatchEvent(new Event('error'))
    stopSending()
    expect(requests.map(({ abort }) => abort.mock.calls.length)).toEqual([0, 1])
  })

  it('is not under way when the browser does not take it', async () => {
    const { answer, stopSending } = await load()
    refuses = true
    await expect(answer(new Uint8Array(1))).rejects.toThrow('Out of memory')
    stopSending()
    expect(requests.map(({ abort }) => abort.mock.calls.length)).toEqual([0])
  })

  it('is stored as what is sent best', async () => {
    const { send, storePart } = await load()
    expect((await storePart([part()])).body).toBeInstanceOf(Uint8Array)
    handover = 60
    send(part())
    send(part())
    expect((await storePart([part()])).body).toBeInstanceOf(Blob)
  })
})

describe('the memory of parts', () => {
  it('serves another part only when its own has been dropped', async () => {
    const { storePart } = await load()
    const pieces = (byte: number) => [new Uint8Array(5).fill(byte), new Uint8Array(2).fill(byte)]
    const [first, second] = [await storePart(pieces(1)), await storePart(pieces(2))]
    expect(first.body).toEqual(new Uint8Array(7).fill(1))
    expect(second.body).toEqual(new Uint8Array(7).fill(2))
    first.drop()
    const third = await storePart(pieces(3).slice(0, 1))
    expect(third.body).toEqual(new Uint8Array(5).fill(3))
    expect((third.body as Uint8Array).buffer).toBe((first.body as Uint8Array).buffer)
    const fourth = await storePart(pieces(4))
    expect(second.body).toEqual(new Uint8Array(7).fill(2))
    expect(fourth.body).toEqual(new Uint8Array(7).fill(4))
  })
})
