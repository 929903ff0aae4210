import { createHash, randomBytes } from 'node:crypto'
import { expose, wrap } from 'comlink'
import { afterEach, expect, it } from 'vitest'
import { createSameThreadHash } from '../../core/util/sameThreadHash.ts'
import { HashThread } from '../../workers/hashThread.ts'
import { type HashService, hashService } from '../../workers/hashService.ts'

const openPorts: MessagePort[] = []
afterEach(() => openPorts.splice(0).forEach((port) => port.close()))

/** The other end answers in another task, as another thread does. */
const newThread = () =>
  new HashThread(() => {
    const { port1, port2 } = new MessageChannel()
    openPorts.push(port1, port2)
    expose(hashService(), port1)
    return wrap<HashService>(port2)
  })

const pieces = Array.from({ length: 4 }, () => new Uint8Array(randomBytes(64 * 100)))
const copyPieces = () => pieces.map((piece) => piece.slice())

it('hashes what is handed over, several files beside each other, and hands the pieces back', async () => {
  const thread = newThread()
  const [one, other] = [await thread.begin(), await thread.begin()]
  const mine = copyPieces()
  const back = mine.map((piece) => one.update([piece]))
  const others = other.update(copyPieces().slice(0, 1))
  expect(mine.map(({ length }) => length)).toEqual([0, 0, 0, 0])
  const digest = one.digestHex()
  expect((await Promise.all(back)).flat()).toEqual(pieces)
  await others
  expect(await digest).toBe(createHash('sha256').update(Buffer.concat(pieces)).digest('hex'))
  const first = createHash('sha256')
    .update(pieces[0] ?? '')
    .digest('hex')
  expect(await other.digestHex()).toBe(first)
})

it('makes the same checkpoint as a hash on this thread', async () => {
  const [there, here] = [await newThread().begin(), await createSameThreadHash()]
  const updated = there.update(copyPieces())
  const checkpoint = there.checkpoint()
  await updated
  await here.update(copyPieces())
  expect(await checkpoint).toBe(await here.checkpoint())
})

it('keeps nothing of one that is dropped, which answers all the same', async () => {
  const hash = await newThread().begin()
  const under = hash.update(copyPieces())
  hash.drop()
  expect((await under).length).toBe(4)
  expect((await hash.update(copyPieces())).length).toBe(4)
  await expect(hash.checkpoint()).rejects.toThrow('This hash has ended.')
  await expect(hash.digestHex()).rejects.toThrow('This hash has ended.')
})
