import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SendAnswer } from '../../../workers/httpSend.ts'
import { Connection, NetworkError, RefusedError, TooLargeError } from '../../../src/transfer/connection.ts'

const answer = (status: number, more: Partial<SendAnswer> = {}): SendAnswer => ({
  status,
  statusText: '',
  retryAfter: null,
  text: '',
  ...more,
})
const target = { method: 'PUT', url: '/x' } as const

function setUp() {
  const controller = new AbortController()
  const changes: boolean[] = []
  const connection = new Connection({ signal: controller.signal, onChange: (lost) => changes.push(lost) })
  return { controller, connection, changes }
}

/** Answers in their order, the last one for ever. */
function server(...answers: SendAnswer[]) {
  let at = 0
  return vi.fn(() => Promise.resolve(answers[Math.min(at++, answers.length - 1)] ?? answer(204)))
}

/** What a page listens to when the network comes back. */
const page = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { cookie: 'csrftoken=abc' })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the way to the server', () => {
  it('hands on what the server answers', async () => {
    const { connection, changes } = setUp()
    await expect(connection.send(target, server(answer(200, { text: '{"a":1}' })))).resolves.toEqual({ a: 1 })
    await expect(connection.send(target, server(answer(204)))).resolves.toBeUndefined()
    expect(changes).toEqual([])
  })

  it('waits for a lost network as long as it takes, and says so once', async () => {
    const { connection, changes } = setUp()
    const send = vi.fn(() => Promise.resolve(answer(0)))
    const sending = connection.send(target, send)
    await vi.advanceTimersByTimeAsync(24 * 3600 * 1000)
    expect(changes).toEqual([true])
    expect(send.mock.calls.length).toBeGreaterThan(100)
    send.mockResolvedValue(answer(204))
    await vi.advanceTimersByTimeAsync(60_000)
    await sending
    expect(changes).toEqual([true, false])
  })

  it('goes on at once when the browser says that the network is back', async () => {
    const { connection } = setUp()
    const send = server(answer(0), answer(0), answer(0), answer(0), answer(0), answer(0), answer(204))
    const sending = connection.send(target, send)
    for (let count = 1; count <= 6; count++) {
      await vi.advanceTimersByTimeAsync(0)
      expect(send).toHaveBeenCalledTimes(count)
      page.dispatchEvent(new Event('online'))
    }
    await sending
  })

  it('waits longer each time, at most about half a minute', async () => {
    const { connection } = setUp()
    const at: number[] = []
    const send = () => {
      at.push(Date.now())
      return Promise.resolve(answer(at.length === 12 ? 204 : 502))
    }
    const sending = connection.send(target, send)
    await vi.advanceTimersByTimeAsync(1_000_000)
    await sending
    const waits = at.slice(1).map((time, i) => time - (at[i] ?? 0))
    expect(waits[0]).toBeLessThan(1000)
    expect(waits[3]).toBeGreaterThan(2500)
    expect(Math.max(...waits)).toBeLessThan(40_000)
  })

  it('gives up on a server that answers with failures for half an hour', async () => {
    const { connection } = setUp()
    const sending = connection.send(target, server(answer(503, { text: '{"detail":"No."}' })))
    const refused = expect(sending).rejects.toEqual(new RefusedError(503, 'No.'))
    await vi.advanceTimersByTimeAsync(2 * 3600 * 1000)
    await refused
  })

  it('asks again no sooner than the server says', async () => {
    const { connection } = setUp()
    const send = server(answer(429, { retryAfter: 20 }), answer(204))
    const sending = connection.send(target, send)
    await vi.advanceTimersByTimeAsync(19_000)
    expect(send).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1001)
    await sending
  })

  describe('for what could be smaller', () => {
    const attempts = async (answers: SendAnswer[], mayBeSize: () => boolean) => {
      const { connection } = setUp()
      const send = server(...answers)
      const outcome = connection.sendShrinkable(target, send, mayBeSize).catch((error: unknown) => error)
      await vi.advanceTimersByTimeAsync(600_000)
      return { outcome: await outcome, count: send.mock.calls.length }
    }
    const always = () => true

    it('gives up at once where it is refused as too large', async () => {
      const { outcome, count } = await attempts([answer(413)], always)
      expect(outcome).toBeInstanceOf(TooLargeError)
      expect(count).toBe(1)
    })

    it.each([0, 408, 504])('gives up when it breaks off three times in a row with %i', async (status) => {
      const { outcome, count } = await attempts([answer(status)], always)
      expect(outcome).toBeInstanceOf(TooLargeError)
      expect(count).toBe(3)
    })

    it.each([429, 500, 502, 503])(
      'sends it again as it is after %i, which is no matter of its size',
      async (status) => {
        const answers = [answer(0), answer(0), answer(status), answer(0), answer(0), answer(204)]
        expect(await attempts(answers, always)).toEqual({ outcome: undefined, count: 6 })
      },
    )

    it('sends it again as it is while it cannot be the size', async () => {
      const answers = [...Array.from({ length: 8 }, () => answer(0)), answer(204)]
      expect(await attempts(answers, () => false)).toEqual({ outcome: undefined, count: 9 })
    })
  })

  it.each([400, 403, 404, 409, 413, 422, 507])('does not repeat what is refused with %i', async (status) => {
    const { connection } = setUp()
    const send = server(answer(status))
    await expect(connection.send(target, send)).rejects.toBeInstanceOf(RefusedError)
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('repeats at once with the fresh token after a refused one, but not for ever', async () => {
    const { connection } = setUp()
    const refusal = answer(403, { text: '{"detail":"CSRF validation failed"}' })
    await connection.send(target, server(refusal, answer(204)))
    await expect(connection.send(target, server(refusal))).rejects.toBeInstanceOf(RefusedError)
  })

  it('sends fewer at a time after failures and more again after successes, never more than five', async () => {
    const { connection } = setUp()
    for (let round = 0; round < 100; round++) await connection.send(target, server(answer(204)))
    expect(connection.lanes).toBe(5)
    const sending = connection.send(target, server(answer(0), answer(0), answer(0), answer(204)))
    await vi.advanceTimersByTimeAsync(60_000)
    await sending
    expect(connection.lanes).toBe(1)

    let underWay = 0
    let most = 0
    const slow = async () => {
      most = Math.max(most, ++underWay)
      await new Promise((resolve) => setTimeout(resolve, 10))
      underWay--
      return answer(204)
    }
    const all = Promise.all(Array.from({ length: 40 }, () => connection.send(target, slow)))
    await vi.advanceTimersByTimeAsync(1000)
    await all
    expect(most).toBe(5)
  })

  it('sends nothing while it is paused, and again what the pause interrupted', async () => {
    const { connection, changes } = setUp()
    let stop: (stopped: SendAnswer) => void = () => undefined
    const send = vi.fn(() => new Promise<SendAnswer>((resolve) => (stop = resolve)))
    const sending = connection.send(target, send)
    await vi.advanceTimersByTimeAsync(0)
    connection.pause()
    stop(answer(0))
    await vi.advanceTimersByTimeAsync(3600_000)
    expect(send).toHaveBeenCalledTimes(1)
    connection.resume()
    await vi.advanceTimersByTimeAsync(0)
    expect(send).toHaveBeenCalledTimes(2)
    stop(answer(204))
    await sending
    expect(changes).toEqual([])
    expect(connection.lanes).toBe(4)
  })

  it('ends with the upload, wherever it is', async () => {
    for (const state of ['waiting', 'paused'] as const) {
      const { connection, controller } = setUp()
      if (state === 'paused') connection.pause()
      const sending = connection.send(target, server(answer(0)))
      const ended = expect(sending).rejects.toThrow('Enough')
      await vi.advanceTimersByTimeAsync(100)
      controller.abort(new Error('Enough'))
      await ended
    }
  })

  it('lets whoever sends end the waiting', async () => {
    const { connection } = setUp()
    const onFailure = vi.fn((error: unknown) => {
      expect(error).toBeInstanceOf(NetworkError)
      throw new Error('Smaller, please')
    })
    await expect(connection.send(target, server(answer(0)), onFailure)).rejects.toThrow('Smaller, please')
  })
})
