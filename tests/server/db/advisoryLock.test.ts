import { type AddressInfo, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { takeExclusiveLock } from '../../../server/db/postgres/advisoryLock.ts'

/** One message of the PostgreSQL protocol. */
function message(type: string, ...fields: Uint8Array[]): Buffer {
  const body = Buffer.concat(fields)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}
const ready = message('Z', Buffer.from('I'))
const refusal = message('E', Buffer.from('SERROR\0C53200\0Mout of memory\0\0'))

it('a connection ends if its lock cannot be asked for', async () => {
  let isClosed = false
  const database = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]))
      socket.once('data', () => socket.write(Buffer.concat([refusal, ready])))
    })
    socket.on('close', () => (isClosed = true))
  })
  onTestFinished(() => void database.close())
  await new Promise<void>((resolve) => database.listen(0, '127.0.0.1', resolve))
  const url = `postgres://a@127.0.0.1:${(database.address() as AddressInfo).port}/a`
  await expect(takeExclusiveLock(url, () => undefined)).rejects.toThrow('out of memory')
  await expect.poll(() => isClosed).toBe(true)
})
