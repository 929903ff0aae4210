import { type AddressInfo, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { takeExclusiveLock } from '../../../server/db/postgres/advisoryLock.ts'

/** One message of the PostgreSQL protocol. */
function pgMessage(type: string, ...fields: Uint8Array[]): Buffer {
  const body = Buffer.concat(fields)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}
const readyMessage = pgMessage('Z', Buffer.from('I'))
const errorMessage = pgMessage('E', Buffer.from('SERROR\0C53200\0Mout of memory\0\0'))

it('a connection ends if its lock cannot be asked for', async () => {
  let isClosed = false
  const database = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([pgMessage('R', Buffer.alloc(4)), readyMessage]))
      socket.once('data', () => socket.write(Buffer.concat([errorMessage, readyMessage])))
    })
    socket.on('close', () => (isClosed = true))
  })
  onTestFinished(() => void database.close())
  await new Promise<void>((resolve) => database.listen(0, '127.0.0.1', resolve))
  const url = `postgres://a@127.0.0.1:${(database.address() as AddressInfo).port}/a`
  await expect(takeExclusiveLock(url, () => undefined)).rejects.toThrow('out of memory')
  await expect.poll(() => isClosed).toBe(true)
})
