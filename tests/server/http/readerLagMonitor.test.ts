import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { KiB, MiB } from '../../../contract/limits.ts'
import { MemoryBudget } from '../../../server/http/memoryBudget.ts'
import { streamedResponseBytes } from '../../../server/plugins/responseMemory.ts'
import {
  maxLagMsWhenScarce,
  maxRepeatedLagMs,
  maxRememberedVisitors,
  maxReaderLagMs,
  readersCheckMs,
  lagRememberedMs,
  ReaderLagMonitor,
} from '../../../server/http/readerLagMonitor.ts'
import { createLink, openLink, startServerWithFiles } from '../links.ts'

/** More than the buffers of both ends of a connection take. */
const largeBytes = randomBytes(12 * MiB)

/** A link with one large file, on a server that has room for four streams of this visitor at a time. */
async function startServerWithLargeFile(visitor = '203.0.113.7') {
  const memory = new MemoryBudget(256 * MiB)
  const all = await startServerWithFiles([{ name: 'large.bin', bytes: largeBytes }], {
    memory,
    trustProxy: () => true,
  })
  const before = 64 * MiB - 4 * streamedResponseBytes
  expect(memory.tryTake(visitor, before)).toBe(true)
  const openStreamCount = () => (memory.held - before) / streamedResponseBytes
  const { link_token } = await createLink(all.browser, openLink(all.ids))
  const path = `/api/download/${link_token}`
  const origin = await all.server.listen()
  /** As far as its head; its bytes wait. */
  const beginResponse = async (call: string, address = visitor) => {
    const request = get(origin + path + call, { agent: false, headers: { 'x-forwarded-for': address } })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    onTestFinished(() => void answer.destroy())
    return answer
  }
  return { ...all, memory, openStreamCount, path, origin, beginResponse, file: `/file/${all.ids[0]}` }
}
const statusCodeOf = ({ statusCode }: IncomingMessage) => statusCode

describe('who takes answers slowly', () => {
  it.each(['/file/', '/files?ids='])('has four at a time of %s, and leaves room for others', async (call) => {
    const { openStreamCount, beginResponse, ids } = await startServerWithLargeFile()
    const url = `${call}${ids[0]}`
    const slow = [
      await beginResponse(url),
      await beginResponse(url),
      await beginResponse(url),
      await beginResponse(url),
    ]
    expect(slow.map(statusCodeOf)).toEqual([200, 200, 200, 200])
    expect(openStreamCount()).toBe(4)
    const refused = await beginResponse(url)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
    expect(refused.headers).not.toHaveProperty('content-disposition')
    refused.resume()
    expect(Buffer.concat(await (await beginResponse(url, '203.0.113.8')).toArray()).equals(largeBytes)).toBe(
      true,
    )
    // One that leaves and one that comes to its end make room.
    slow.pop()?.destroy()
    await slow.pop()?.resume().toArray()
    await expect.poll(openStreamCount).toBe(2)
    expect(statusCodeOf(await beginResponse(url))).toBe(200)
  })

  it('is the same from all addresses of a principal’s network of IPv6', async () => {
    const { beginResponse, file } = await startServerWithLargeFile('2001:db8:7::/48')
    for (let n = 0; n < 4; n++)
      expect(statusCodeOf(await beginResponse(file, `2001:db8:7:${n}::1`))).toBe(200)
    expect(statusCodeOf(await beginResponse(file, '2001:db8:7:ffff::1'))).toBe(503)
    expect(statusCodeOf(await beginResponse(file, '2001:db8:8::1'))).toBe(200)
  })

  it('holds one stream of a connection, whatever was asked for after it, and none when they have left', async () => {
    const { openStreamCount, server, path, origin, file } = await startServerWithLargeFile()
    const socket = connect(Number(new URL(origin).port), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    const ask = `GET ${path}${file} HTTP/1.1\r\nhost: x\r\n\r\n`
    const third = new Promise<void>((resolve) => {
      let requests = 0
      server.app.server.on('request', () => ++requests === 3 && resolve())
    })
    socket.write(ask.repeat(3))
    await third
    await expect.poll(openStreamCount).toBe(1)
    await expect.poll(async () => (await server.openFiles()).length).toBe(1)
    socket.destroy()
    await expect.poll(openStreamCount).toBe(0)
    await expect.poll(() => server.openFiles()).toEqual([])
  })
})

describe('what an answer holds is given back', () => {
  it.each([
    ['to the head alone', 'HEAD', '', 200],
    ['to a range that does not exist', 'GET', `bytes=${largeBytes.length}-`, 416],
    ['to a whole file', 'GET', '', 200],
  ] as const)('%s', async (_name, method, range, status) => {
    const { openStreamCount, server, path, file } = await startServerWithLargeFile()
    const reply = await server.newBrowser().send(method, path + file, { headers: range ? { range } : {} })
    expect(reply.statusCode).toBe(status)
    await expect.poll(openStreamCount).toBe(0)
  })

  it('when there is no such file, or its bytes are lost', async () => {
    const { openStreamCount, server, path, file, ids } = await startServerWithLargeFile()
    expect((await server.newBrowser().get(`${path}/file/${Number(ids[0]) + 1}`)).statusCode).toBe(404)
    await server.services.blobs.delete(
      (await server.services.db.selectFrom('file').select('blob_key').execute()).map((row) => row.blob_key),
    )
    const lost = await server.newBrowser().get(path + file)
    expect(lost.json()).toMatchObject({ code: 'fileLost' })
    await expect.poll(openStreamCount).toBe(0)
  })
})

it('a short file holds as much as it is long', async () => {
  const memory = new MemoryBudget(256 * MiB)
  const { browser, ids } = await startServerWithFiles([{ name: 'short.bin', bytes: randomBytes(KiB) }], {
    memory,
  })
  const give = vi.spyOn(memory, 'give')
  const { headers } = await browser.get(`/api/folders/download/${ids[0]}`)
  const length = Number(headers['content-length'])
  expect(give.mock.calls.map(([, given]) => given)).toEqual([streamedResponseBytes - length, length])
})

it('newcomers have the places of those who take nothing, and only theirs', async () => {
  const memory = new MemoryBudget(256 * MiB)
  const all = await startServerWithFiles([{ name: 'large.bin', bytes: largeBytes }], {
    memory,
    trustProxy: () => true,
  })
  for (let n = 0; memory.held < 252 * MiB; n++) memory.tryTake(`upload ${n >> 8}`, MiB / 2)
  const { link_token } = await createLink(all.browser, openLink(all.ids))
  const origin = await all.server.listen()
  const beginResponse = async (call: string, address: string) => {
    const headers = { 'x-forwarded-for': address }
    const request = get(`${origin}/api/download/${link_token}${call}`, { agent: false, headers })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    answer.on('error', () => undefined)
    onTestFinished(() => void answer.destroy())
    return answer
  }
  const slow = await Promise.all(
    Array.from({ length: 8 }, (_, n) => beginResponse(`/file/${all.ids[0]}`, `203.0.113.${n >> 2}`)),
  )
  expect(slow.map(statusCodeOf)).toEqual(slow.map(() => 200))
  await expect
    .poll(async () => statusCodeOf((await beginResponse('/status', '203.0.113.8')).resume()))
    .toBe(503)
  // What the network goes on taking from them counts for them.
  const later = async () => {
    all.server.passTime(20)
    return statusCodeOf((await beginResponse('/status', '203.0.113.8')).resume())
  }
  await expect.poll(later).toBe(200)
  await expect.poll(async () => (await all.server.openFiles()).length).toBe(slow.length - 1)
})

describe('a reader', () => {
  /** Has bytes waiting for it, of which it takes `bytes` every `seconds`. */
  function reads(bytes: number, seconds: number) {
    let now = 0
    const destroy = vi.fn()
    const connection = { bytesWritten: 0, writableLength: 1, destroy }
    const readers = new ReaderLagMonitor(() => now)
    readers.add(connection, '203.0.113.7', () => undefined)
    for (; now < 3_600_000 && destroy.mock.calls.length === 0; now += readersCheckMs) {
      if (now > 0 && now % (seconds * 1000) === 0) connection.bytesWritten += bytes
      readers.check()
    }
    return now < 3_600_000 ? now : undefined
  }

  it.each([
    ['5 KiB a second, piece by piece', streamedResponseBytes, 100],
    ['a piece after a pause of a minute', streamedResponseBytes, 120],
    ['a little all the time', 25 * KiB, 5],
  ])('that takes %s keeps its answer', (_name, taken, seconds) => {
    expect(reads(taken, seconds)).toBeUndefined()
  })

  it.each([
    ['nothing', 0, 5, maxReaderLagMs],
    ['16 KiB every 20 seconds', 16 * KiB, 20, maxReaderLagMs * 1.4],
  ])('that takes %s loses it', (_name, taken, seconds, most) => {
    const ended = reads(taken, seconds)
    expect(ended).toBeGreaterThanOrEqual(maxReaderLagMs)
    expect(ended).toBeLessThanOrEqual(most + 2 * readersCheckMs)
  })

  it('for whom nothing waits has all the time that the server takes', () => {
    let now = 0
    const connection = { bytesWritten: 0, writableLength: 0, destroy: () => expect.unreachable() }
    const readers = new ReaderLagMonitor(() => now)
    readers.add(connection, '203.0.113.7', () => undefined)
    for (; now < 3_600_000; now += readersCheckMs) readers.check()
    expect(readers.endSlowest()).toBe(false)
  })
})

describe('slow readers who come again', () => {
  const places = 20
  const place = MiB / 2
  /** Fill the memory with answers of which they take what the network buffers, and come again when they have left. */
  function scene() {
    let now = 0
    const memory = new MemoryBudget(places * place, place)
    const readers = new ReaderLagMonitor(() => now)
    memory.makeRoom = () => readers.endSlowest()
    const leave = new Set<() => void>()
    function come(principal: string): void {
      if (!memory.tryTake(principal, place)) return
      const over = readers.add(
        { bytesWritten: place, writableLength: place - 100 * KiB, destroy: vi.fn() },
        principal,
        () => {
          memory.give(principal, place)
          leave.delete(leaveQueue)
          gone.push(principal)
        },
      )
      const leaveQueue = () => {
        leave.delete(leaveQueue)
        over(false)
        memory.give(principal, place)
        come(principal)
      }
      leave.add(leaveQueue)
    }
    const gone: string[] = []
    for (let n = 0; n < places; n++) come(`slow ${n}`)
    const second = () => {
      now += 1000
      if (now % readersCheckMs === 0) readers.check()
    }
    /** Whether a newcomer has a place for a moment; those who lost one come again at once. */
    const newcomer = (): boolean => {
      const isTaken = memory.tryTake('newcomer', place)
      if (isTaken) memory.give('newcomer', place)
      for (const principal of gone.splice(0)) come(principal)
      return isTaken
    }
    return { memory, readers, second, newcomer, leaveAll: () => [...leave].forEach((go) => go()) }
  }

  it('at once when they are ended keep no newcomer out', () => {
    const { second, newcomer, memory } = scene()
    for (let n = 0; n < 12; n++) second()
    for (let n = 0; n < 60; n++) {
      expect([newcomer(), newcomer(), newcomer()], `second ${n}`).toEqual([true, true, true])
      expect(memory.held).toBe(places * place)
      second()
    }
  })

  it('before they are ended keep no newcomer out for long', () => {
    const { second, newcomer, leaveAll } = scene()
    const refused: number[] = []
    for (let n = 1; n <= 120; n++) {
      second()
      if (n % 9 === 0) leaveAll()
      // Nobody is behind in the first seconds.
      else if (n % 9 > 2 && !newcomer()) refused.push(n)
    }
    expect(Math.max(...refused)).toBeLessThan(45)
  })

  it('are forgotten after some minutes, and the first of them where there are too many', () => {
    let now = 0
    const readers = new ReaderLagMonitor(() => now)
    const add = (principal: string) =>
      readers.add({ bytesWritten: 1, writableLength: 1, destroy: vi.fn() }, principal, () => undefined)
    const leaveLate = (principals: readonly string[]) => {
      const over = principals.map(add)
      readers.check()
      now += maxLagMsWhenScarce
      for (const leave of over) leave(false)
    }
    const isEndedSoon = (principal: string) => {
      const over = add(principal)
      readers.check()
      now += maxRepeatedLagMs
      const isEnded = readers.endSlowest()
      over(true)
      return isEnded
    }
    leaveLate(['slow'])
    expect([isEndedSoon('slow'), isEndedSoon('other')]).toEqual([true, false])
    now += lagRememberedMs
    expect(isEndedSoon('slow')).toBe(false)
    leaveLate(['slow', ...Array.from({ length: maxRememberedVisitors }, (_, n) => `slow ${n}`)])
    expect([isEndedSoon('slow'), isEndedSoon('slow 0')]).toEqual([false, true])
  })

  it('lose their place to newcomers, through a server', async () => {
    const memory = new MemoryBudget(256 * MiB)
    // However long this takes, nobody is slow before the clock is moved.
    let clock = Date.now()
    const settings = { memory, trustProxy: () => true, now: () => new Date(clock) }
    const all = await startServerWithFiles([{ name: 'large.bin', bytes: largeBytes }], settings)
    for (let n = 0; memory.held < 256 * MiB - streamedResponseBytes; n++)
      memory.tryTake(`upload ${n >> 8}`, MiB / 2)
    const { link_token } = await createLink(all.browser, openLink(all.ids))
    const origin = await all.server.listen()
    const beginResponse = async (call: string, address: string) => {
      const headers = { 'x-forwarded-for': address }
      const request = get(`${origin}/api/download/${link_token}${call}`, { agent: false, headers })
      const [answer] = (await once(request, 'response')) as [IncomingMessage]
      answer.on('error', () => undefined)
      onTestFinished(() => void answer.destroy())
      return answer
    }
    const slow = async () => statusCodeOf(await beginResponse(`/file/${all.ids[0]}`, '203.0.113.7'))
    const newcomer = async () => {
      const answer = await beginResponse('/status', '203.0.113.8')
      await once(answer.resume(), 'end')
      return statusCodeOf(answer)
    }
    expect([await slow(), await newcomer()]).toEqual([200, 503])
    // What the network takes at first counts for them.
    const laterNewcomer = (seconds: number) => {
      clock += seconds * 1000
      return newcomer()
    }
    await expect.poll(() => laterNewcomer(20)).toBe(200)
    expect([await slow(), await newcomer()]).toEqual([200, 503])
    for (let n = 0; n < 50; n++) expect(await newcomer()).toBe(503)
    await expect.poll(() => laterNewcomer(2)).toBe(200)
  })
})

it('every answer that goes out as it is taken is counted', async () => {
  const { memory, server, browser, folder, path, ids } = await startServerWithLargeFile()
  while (memory.tryTake(browser.address, 64 * KiB));
  const calls = [
    '/api/folders/',
    `/api/folders/${folder.id}/files`,
    `/api/folders/${folder.id}/roster`,
    `/api/folders/download/${ids[0]}`,
    `/api/folders/files/content?ids=${ids[0]}`,
    `/api/download/links/folder/${folder.id}`,
    '/api/audit?format=csv',
    `${path}/status`,
    `${path}/file/${ids[0]}`,
    `${path}/files?ids=${ids[0]}`,
  ]
  const answers = await Promise.all(calls.map(async (call) => [call, (await browser.get(call)).statusCode]))
  expect(answers).toEqual(calls.map((call) => [call, 503]))
  expect((await browser.post(`${path}/verify-password`, { password: 'x' })).statusCode).toBe(503)
  expect((await server.newBrowser().get(`${path}/status`)).statusCode).toBe(200)
})
