import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { createHostLookup, maxLookupsWaiting } from '../../../server/notices/hostLookup.ts'

const [typeA, typeAaaa] = [1, 28]
const responseFlags = 0x8180
const [serverFailure, nameError] = [2, 3]

/** The name that is asked for, and the type, of a query of RFC 1035 with one question. */
function parseQuestion(query: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** A name server that knows these IPv4 addresses, has no others, and says nothing of names that begin with `silent`. */
async function startNameServer(
  known: Record<string, number[]>,
  { silentType = 0, failure = nameError } = {},
) {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, { port, address }) => {
    const { name, type, end } = parseQuestion(query)
    asked.push(name)
    if (name.startsWith('silent') || type === silentType) return
    const bytes = type === typeA ? known[name] : undefined
    const isKnown = name in known && [typeA, typeAaaa].includes(type)
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(responseFlags + (isKnown ? 0 : failure), 2)
    head.writeUInt16BE(bytes ? 1 : 0, 6)
    head.fill(0, 8)
    const record = bytes
      ? Buffer.from([0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 60, 0, 4, ...bytes])
      : Buffer.alloc(0)
    socket.send(Buffer.concat([head, query.subarray(12, end), record]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { asked, servers: [`127.0.0.1:${socket.address().port}`] }
}

it('finds addresses by DNS, and names of this machine without it', async () => {
  const { servers } = await startNameServer({ 'hooks.example': [192, 0, 2, 7] })
  const lookup = createHostLookup(servers)
  expect(await lookup('hooks.example')).toEqual([{ address: '192.0.2.7', family: 4 }])
  expect(await lookup('localhost')).toContainEqual({ address: '127.0.0.1', family: 4 })
})

it('takes the addresses of one family when nobody answers for the other', async () => {
  const { servers } = await startNameServer({ 'hooks.example': [192, 0, 2, 7] }, { silentType: typeAaaa })
  expect(await createHostLookup(servers)('hooks.example')).toEqual([{ address: '192.0.2.7', family: 4 }])
})

it('asks the system for no name that has not been found for another reason than that nobody knows it', async () => {
  const { servers } = await startNameServer({}, { failure: serverFailure })
  await expect(createHostLookup(servers)('localhost.example')).rejects.toMatchObject({ code: 'ESERVFAIL' })
})

it(
  'names whose servers are silent keep nobody else waiting, and are given up',
  { tags: 'thorough' },
  async () => {
    const { servers, asked } = await startNameServer({ 'hooks.example': [192, 0, 2, 7] })
    const lookup = createHostLookup(servers)
    const order: string[] = []
    const note = (name: string) => () => void order.push(name)
    const silent = Array.from({ length: 2 * maxLookupsWaiting }, (_, n) =>
      lookup(`silent${n}.example`).then(note('answered'), (error: unknown) => {
        order.push('given up')
        expect(error).toMatchObject({ code: expect.stringMatching(/^(ETIMEOUT|ECANCELLED)$/) as string })
      }),
    )
    await expect.poll(() => asked.length).toBeGreaterThan(maxLookupsWaiting)
    await lookup('localhost').then(note('localhost'))
    await lookup('hooks.example').then(note('hooks'))
    await Promise.all(silent)
    expect(order).toEqual(['localhost', 'hooks', ...silent.map(() => 'given up')])
  },
)
