import { createHash } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DiscardingConnection } from '../../bench/load/discardingConnection.ts'
import { LeastConnections } from '../../bench/load/leastConnections.ts'
import type { LoadSample } from '../../bench/load/measureLoad.ts'
import { readLoadOptions } from '../../bench/load/options.ts'
import { LoadRecord } from '../../bench/load/loadRecord.ts'
import { errorLines, loadTable } from '../../bench/load/loadTable.ts'
import { RandomCiphertext } from '../../e2e/protocol/randomCiphertext.ts'
import type { WireRequest } from '../../e2e/protocol/wire.ts'
import { CiphertextProbe } from '../../server/uploads/ciphertextProbe.ts'

describe('the options of the load', () => {
  it('name stands and loads, and sizes', () => {
    const options = readLoadOptions([])
    expect(options?.stands.map(({ kind, servers }) => [kind, servers])).toEqual([
      ['embedded', 1],
      ['scaled', 1],
      ['scaled', 2],
    ])
    expect(options?.loads).toEqual(['forms', 'parts', 'ranges', 'archives', 'mixed'])
    expect(options?.seconds).toBe(3)
    const own = readLoadOptions(['--on=scaled-3', '--only=parts', '--clients=40', '--large-mib=1'])
    expect(own).toMatchObject({ clients: 40, largeBytes: 1024 ** 2, loads: ['parts'] })
    expect(own?.stands).toEqual([{ name: 'scaled-3', kind: 'scaled', servers: 3 }])
  })

  it('may be a call for help', () => {
    expect(readLoadOptions(['--help'])).toBeNull()
  })

  it.each(['--on=embedded-2', '--on=', '--only=uploads', '--seconds=0', '--clients=many', '--fast'])(
    'are refused with a sentence: %s',
    (option) => {
      expect(() => readLoadOptions([option])).toThrow(/'/)
    },
  )
})

describe('requests to several servers', () => {
  it('go to the one with the fewest in progress, and in turn where they have equally many', () => {
    const balancer = new LeastConnections(3)
    const first = [balancer.begin(), balancer.begin(), balancer.begin()]
    expect(first).toEqual([0, 1, 2])
    balancer.end(1)
    expect(balancer.begin()).toBe(1)
    balancer.end(2)
    balancer.end(0)
    expect(new Set([balancer.begin(), balancer.begin()])).toEqual(new Set([0, 2]))
  })
})

describe('bytes that are sent again and again', () => {
  it('are taken for ciphertext, and come in parts of one length but the last', () => {
    const ciphertext = new RandomCiphertext(100_000)
    const { partSize, pieces } = ciphertext.parts(250_000, 100_000)
    expect(partSize).toBe(100_000)
    expect(pieces.map(({ length }) => length)).toEqual([100_000, 100_000, 50_000])
    for (const part of pieces) {
      const probe = new CiphertextProbe()
      probe.add(part)
      expect(probe.mayBeCiphertext).toBe(true)
    }
    const hashes = Array.from({ length: 20 }, () =>
      createHash('sha256').update(ciphertext.take(50_000)).digest('hex'),
    )
    expect(new Set(hashes).size).toBeGreaterThan(15)
  })
})

describe('a record', () => {
  it('counts what was answered well, and what else by kind and reason', () => {
    const record = new LoadRecord()
    const part: WireRequest = { kind: 'part', call: 'putPart', params: {}, body: [new Uint8Array(7)] }
    const answer = (status: number) => ({ status, headers: {}, text: '' })
    record.answered(part, answer(204), 12)
    record.answered(part, answer(204), 13)
    record.answered(part, answer(503), 1)
    record.failed('part ECONNRESET')
    expect(record.bytesIn).toBe(14)
    expect(record.times.get('part')).toEqual([12, 13])
    expect([...record.errors]).toEqual([
      ['part 503', 1],
      ['part ECONNRESET', 1],
    ])
  })
})

describe('a line for bytes', () => {
  const range: WireRequest = { kind: 'range', call: 'downloadSharedFile', params: { link_token: 'x', id: 1 } }

  async function lineTo(listener: RequestListener) {
    const server = createServer(listener).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const line = new DiscardingConnection(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      '10.0.0.7',
    )
    onTestFinished(() => {
      line.close()
      server.close()
    })
    return line
  }

  it('gives all bytes of one answer after the other, on one connection', async () => {
    const bytes = Buffer.alloc(3_000_000, 'abc')
    const connections = new Set()
    const line = await lineTo((request, reply) => {
      connections.add(request.socket)
      expect(request.headers['x-forwarded-for']).toBe('10.0.0.7')
      reply.writeHead(206, { 'content-length': bytes.length }).end(bytes)
    })
    for (let n = 0; n < 3; n++) {
      const hash = createHash('sha256')
      const answer = await line.exchange({ ...range, takeBytes: (piece) => void hash.update(piece) })
      expect(answer.status).toBe(206)
      expect(hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
    }
    expect(connections.size).toBe(1)
  })

  it('gives the words of a refusal, and no bytes', async () => {
    const line = await lineTo((_, reply) => {
      reply.writeHead(503, { 'content-length': 4, connection: 'close' }).end('busy')
    })
    for (let n = 0; n < 2; n++) {
      const taken: number[] = []
      const answer = await line.exchange({ ...range, takeBytes: (piece) => void taken.push(piece.length) })
      expect(answer).toMatchObject({ status: 503, text: 'busy' })
      expect(taken).toEqual([])
    }
  })

  it('fails when the connection breaks in the middle, and connects again', async () => {
    let isBrokenRoster = true
    const line = await lineTo((_, reply) => {
      reply.writeHead(200, { 'content-length': 2 })
      if (isBrokenRoster) reply.write('a', () => reply.destroy())
      else reply.end('ab')
    })
    await expect(line.exchange(range)).rejects.toMatchObject({ code: 'ECONNRESET' })
    isBrokenRoster = false
    expect(await line.exchange(range)).toMatchObject({ status: 200 })
  })
})

describe('the table of a load', () => {
  const sample = (stand: string, round: number, more: Partial<LoadSample> = {}): LoadSample => ({
    ...{ load: 'parts', stand, round, seconds: 2, files: 10, bytesIn: 1024 ** 3, bytesOut: 0 },
    ...{ times: { part: [10, 20, 30] }, errors: {}, health: { milliseconds: [1, 2], failures: 0 } },
    processor: { servers: 3, clients: 0.5, rest: 1, busy: 0.9 },
    machines: [],
    ...more,
  })

  it('has a row for each stand, with rates, costs and times', () => {
    const table = loadTable('parts', [sample('embedded', 0), sample('scaled-1', 0), sample('embedded', 1)])
    const [embedded = ''] = table.split('\n').filter((row) => row.startsWith('  embedded'))
    expect(embedded).toMatch(/embedded +5 +537 +0 +0 +2 ms +3 s\/GiB +1 s\/GiB +90 % +25 %/)
    expect(table).toMatch(/part +20 ms \/ 30 ms \(6\) +20 ms \/ 30 ms \(3\)/)
    expect(table).not.toContain('form')
  })

  it('says what part of its quota each machine used, and how often it waited', () => {
    const machine = { name: 'server 1', seconds: 1, used: 0.98, periods: 100, throttled: 50 }
    const samples = [sample('scaled-1', 0, { machines: [machine] }), sample('scaled-3', 0)]
    expect(loadTable('parts', samples)).toMatch(/server 1 +98 % \(50 %\)$/m)
    expect(loadTable('parts', [sample('embedded', 0)])).not.toContain('quota')
  })

  it('says what binds, and warns where that is not the servers alone', () => {
    const use = (name: string, used: number) => ({ name, seconds: 1, used, periods: 100, throttled: 90 })
    const one = [use('server 1', 0.97), use('store', 0.4), use('clients', 0.6)]
    const three = [use('server 1', 0.86), use('server 2', 0.9), use('server 3', 0.6), use('store', 0.95)]
    const table = loadTable('parts', [
      sample('scaled-1', 0, { machines: one }),
      sample('scaled-3', 0, { machines: three }),
      sample('scaled-2', 0, { machines: [use('server 1', 0.5)] }),
      sample('scaled-4', 0, { machines: [use('server 1', 0.5), use('server 2', 0.9)] }),
    ])
    expect(table).toMatch(/what binds +server 1 +store, server 2, server 1 +no quota +server 2$/m)
    expect(table).toMatch(/scaled-3: near its quota is also store\./)
    expect(table).toMatch(/scaled-2: no machine is near its quota\./)
    expect(table).toMatch(/scaled-4: 1 of 2 servers is near the quota/)
    expect(table).not.toMatch(/scaled-1:/)
  })

  it('counts small files by number, and says what went wrong', () => {
    const samples = [sample('embedded', 0, { load: 'forms', errors: { 'form 503': 4 } })]
    expect(loadTable('forms', samples)).toMatch(/embedded .* 4 .*300 ms\/file/)
    expect(errorLines(samples)).toBe('forms, embedded: 4 × form 503')
  })
})
