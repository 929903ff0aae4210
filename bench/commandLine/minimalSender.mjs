// The least that the formats ask of a sender of one large file, and nothing besides: it is read, digested as a whole and by
// chunks, sealed by chunks and written to a socket, on one thread. `node minimalSender.mjs FILE ORIGIN`; see ../README.md.
import { createCipheriv, createHash, createSecretKey, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fstatSync, openSync, readSync } from 'node:fs'
import { connect } from 'node:net'

const chunkBytes = 256 * 1024
const tagBytes = 16

const [path, origin] = process.argv.slice(2)
const { hostname, port } = new URL(origin)
const file = openSync(path)
const { size } = fstatSync(file)
const [key, nonce, position] = [createSecretKey(randomBytes(32)), randomBytes(12), randomBytes(50)]
const [whole, root] = [createHash('sha256'), createHash('sha256')]

const socket = connect(Number(port), hostname)
await once(socket, 'connect')
const sealedBytes = size + tagBytes * Math.ceil(size / chunkBytes)
socket.write(`PUT / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${sealedBytes}\r\n\r\n`)

const buffer = Buffer.allocUnsafeSlow(4 * chunkBytes)
for (let at = 0; at < size; at += buffer.length) {
  const read = readSync(file, buffer, 0, buffer.length, at)
  whole.update(buffer.subarray(0, read))
  socket.cork()
  for (let start = 0; start < read; start += chunkBytes) {
    const chunk = buffer.subarray(start, Math.min(read, start + chunkBytes))
    root.update(createHash('sha256').update(chunk).digest())
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(position)
    socket.write(cipher.update(chunk))
    cipher.final()
    socket.write(cipher.getAuthTag())
  }
  socket.uncork()
  if (socket.writableNeedDrain) await once(socket, 'drain')
}
whole.digest()
root.digest()
socket.resume()
await once(socket, 'close')
