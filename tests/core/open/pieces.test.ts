import fc from '../../fastCheck.ts'
import { expect, it, onTestFinished } from 'vitest'
import { transferPieces, PieceReceiver } from '../../../core/open/transferPieces.ts'
import { caseCount } from '../../volume.ts'

type Piece = Uint8Array<ArrayBuffer>

function newChannel() {
  const { port1, port2 } = new MessageChannel()
  onTestFinished(() => port1.close())
  return { sending: port1, receiver: new PieceReceiver(port2), receiving: port2 }
}

function transferOptions(total = 0) {
  const abort = new AbortController()
  const transfer = { total, signal: abort.signal, onReceiverGone: () => abort.abort(new Error('left')) }
  return { abort, given: transfer }
}

// oxlint-disable-next-line typescript/require-await -- pieces come one by one, as from a network
async function* asAsync(pieces: Iterable<Piece>) {
  yield* pieces
}

async function takeAll(receiver: PieceReceiver): Promise<Buffer> {
  const taken: Buffer[] = []
  for await (const piece of receiver.pieces()) taken.push(Buffer.from(piece))
  return Buffer.concat(taken)
}

it('brings every byte in its order, whatever memory the pieces share', async () => {
  const sizes = fc.array(fc.oneof(fc.nat(100), fc.integer({ min: 200_000, max: 1_500_000 })), {
    maxLength: 12,
  })
  await fc.assert(
    fc.asyncProperty(sizes, fc.boolean(), async (lengths, share) => {
      const memory = Uint8Array.from(
        { length: lengths.reduce((sum, length) => sum + length, 0) },
        (_, i) => i % 251,
      )
      const expected = Buffer.from(memory)
      let at = 0
      const pieces = lengths.map((length) => {
        const piece = memory.subarray(at, (at += length))
        return share ? piece : piece.slice()
      })
      const { sending, receiver } = newChannel()
      const { given } = transferOptions()
      const done = transferPieces(sending, asAsync(pieces), { ...given, total: expected.length })
      expect(await receiver.total).toBe(expected.length)
      const taken = await takeAll(receiver)
      await done
      expect(taken.equals(expected)).toBe(true)
    }),
    { numRuns: caseCount(4, 10) },
  )
})

it('waits for who takes them', async () => {
  const piece = 300_000
  let asked = 0
  function* many() {
    for (; asked < 100; asked++) yield new Uint8Array(piece)
  }
  const { sending, receiver } = newChannel()
  const { given } = transferOptions(100 * piece)
  const done = transferPieces(sending, asAsync(many()), given)
  const pieces = receiver.pieces()
  let taken = 0
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    taken++
    // Time to run ahead in.
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
    expect(asked - taken).toBeLessThan(30)
  }
  await done
  expect(taken).toBe(100)
})

it('opens nothing before somebody takes', async () => {
  let opened = false
  // oxlint-disable-next-line typescript/require-await -- an iteration that only begins
  async function* pieces() {
    opened = true
    yield new Uint8Array(10)
  }
  const { sending, receiver } = newChannel()
  const done = transferPieces(sending, pieces(), transferOptions(10).given)
  await receiver.total
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
  expect(opened).toBe(false)
  expect(await takeAll(receiver)).toHaveLength(10)
  await done
})

it('is not done before the last one has been taken', async () => {
  const { sending, receiver } = newChannel()
  const { given } = transferOptions(20)
  let isDone = false
  const done = transferPieces(sending, asAsync([new Uint8Array(10), new Uint8Array(10)]), given).then(
    () => (isDone = true),
  )
  const pieces = receiver.pieces()
  await pieces.next()
  await pieces.next()
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
  expect(isDone).toBe(false)
  expect((await pieces.next()).done).toBe(true)
  await done
})

it('breaks off on the other side when the pieces fail', async () => {
  const { sending, receiver } = newChannel()
  const { given } = transferOptions()
  // oxlint-disable-next-line typescript/require-await -- fails as a damaged file does, between two pieces
  async function* failing() {
    yield new Uint8Array(1_500_000)
    throw new Error('damaged')
  }
  const done = expect(transferPieces(sending, failing(), given)).rejects.toThrow('damaged')
  await expect(takeAll(receiver)).rejects.toThrow('broken off')
  await done
})

it('ends when nobody takes any more, in mid-waiting too', async () => {
  const { sending, receiver } = newChannel()
  const { given } = transferOptions()
  const pieces = Array.from({ length: 50 }, () => new Uint8Array(300_000))
  const done = expect(transferPieces(sending, asAsync(pieces), given)).rejects.toThrow('left')
  await receiver.pieces().next()
  receiver.leave()
  await done
})

it('breaks off when the giver is gone', async () => {
  const { sending, receiver } = newChannel()
  const { given } = transferOptions()
  const stalled = async function* () {
    yield new Uint8Array(1_500_000)
    await new Promise(() => undefined)
  }
  void transferPieces(sending, stalled(), given)
  const pieces = receiver.pieces()
  await pieces.next()
  sending.close()
  await expect(pieces.next()).rejects.toThrow('broken off')
})
