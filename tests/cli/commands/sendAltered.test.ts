import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { bodyChecksumHeader } from '../../../contract/bodyChecksum.ts'
import { MiB } from '../../../contract/limits.ts'
import { listen } from '../../listen.ts'
import { eventsOf } from '../testContext.ts'
import { hashOf, runSend, type SendSetup, setUpSend, storedHashes } from './setUpSend.ts'

interface Alteration {
  /** Number of bodies, from the first, of which a byte is flipped on the way to the server. */
  bodies: number
  /** Position of that byte; from the end if negative. */
  at: number
  /** Of which paths; of all if undefined. */
  of?: RegExp
}

const nothing: Alteration = { bodies: 0, at: 0 }

/** A proxy that alters parts and forms. @returns its link, and the paths of the parts and forms that it passed on */
async function setUpAlteringProxy({ link }: SendSetup, alteration: Alteration, hidesChecksum: boolean) {
  const target = new URL(link).origin
  const sent: string[] = []
  function passOn(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { method, url = '', headers } = incoming
    const { bodies, at, of } = alteration
    const passed = Object.entries(headers).filter(([name]) => !hidesChecksum || name !== bodyChecksumHeader)
    const isBody = method === 'PUT' || headers['content-type']?.startsWith('multipart/form-data') === true
    if (isBody) sent.push(url)
    let position = at < 0 ? Number(headers['content-length']) + at : at
    if (!isBody || sent.length > bodies || of?.test(url) === false) position = -1
    const onwards = request(
      new URL(url, target),
      { method, headers: Object.fromEntries(passed) },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 0, response.headers)
        response.pipe(outgoing)
      },
    )
    incoming.on('data', (piece: Buffer) => {
      if (position >= 0 && position < piece.length) piece.writeUInt8(piece.readUInt8(position) ^ 1, position)
      position -= piece.length
      onwards.write(piece)
    })
    incoming.on('end', () => onwards.end())
    onwards.on('error', () => outgoing.destroy())
  }
  const origin = await listen(createServer(passOn))
  return { altered: link.replace(target, origin), sent }
}

const large = randomBytes(17 * MiB)
const small = randomBytes(MiB)

async function sendThrough(name: string, content: Buffer, alteration: Alteration, hidesChecksum = false) {
  const setup = await setUpSend()
  await setup.writeFile(name, content)
  const { altered, sent } = await setUpAlteringProxy(setup, alteration, hidesChecksum)
  const { outcome, context } = await runSend(setup, { args: [altered, name] })
  return {
    ...{ setup, altered, outcome, sent, repeats: sent.length - new Set(sent).size },
    ...{ stored: await storedHashes(setup), failed: eventsOf(context, 'failed') },
  }
}

it.each([0, 1_000_000, -1])('sends a part again of which byte %i arrived altered', async (at) => {
  const { outcome, stored, repeats } = await sendThrough('large.bin', large, { bodies: 1, at })
  expect(outcome).toBe(0)
  expect(stored).toEqual({ 'large.bin': hashOf(large) })
  expect(repeats).toBe(1)
})

// Of the boundary, the line break behind it, the first head, its end, the file, and the last boundary.
it.each([2, 47, 49, 500_000, -3])('sends a form again of which byte %i arrived altered', async (at) => {
  const { outcome, stored, repeats } = await sendThrough('small.bin', small, { bodies: 1, at })
  expect(outcome).toBe(0)
  expect(stored).toEqual({ 'small.bin': hashOf(small) })
  expect(repeats).toBe(1)
})

it.each([
  ['large.bin', large],
  ['small.bin', small],
])('names %s when it arrives altered each time, and stores nothing of it', async (name, content) => {
  const always = { bodies: Infinity, at: 700_000 }
  const { outcome, stored, failed } = await sendThrough(name, content, always)
  expect(outcome).not.toBe(0)
  expect(stored).toEqual({})
  expect(failed).toMatchObject([{ file: name, why: { code: 'bodyAltered' } }])
})

it('goes on over a better way with the parts that arrived unaltered', async () => {
  const alteration = { bodies: Infinity, at: 0, of: /parts\/2$/ }
  const { setup, altered, outcome, sent } = await sendThrough('large.bin', large, alteration)
  expect(outcome).not.toBe(0)
  const first = sent.filter((url) => url.endsWith('/parts/1'))
  expect(first).toHaveLength(1)
  alteration.bodies = 0
  expect((await runSend(setup, { args: [altered, 'large.bin'] })).outcome).toBe(0)
  expect(sent.filter((url) => url.endsWith('/parts/1'))).toEqual(first)
  expect(await storedHashes(setup)).toEqual({ 'large.bin': hashOf(large) })
})

it('sends to a server that knows no checksums', async () => {
  const sent = await sendThrough('large.bin', large, nothing, true)
  expect(sent).toMatchObject({ outcome: 0, repeats: 0, stored: { 'large.bin': hashOf(large) } })
})
