import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/**
 * Answers with pieces that are valid only until the next one is asked for (see `BlobStore.read`), so each has to be with
 * the network first. No stream does that: it takes more while something is on its way. What fails after the first piece
 * ends the connection early: by the length that was announced the other side knows.
 * @throws what the first piece fails with, and then nothing has been answered
 */
export async function sendPieces(
  reply: FastifyReply,
  pieces: AsyncGenerator<Uint8Array, void, void>,
): Promise<FastifyReply> {
  let piece = await pieces.next()
  const { raw, server } = reply.hijack()
  if (server.ending) void reply.header('connection', 'close')
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
  try {
    for (let isTaken = true; isTaken && !piece.done;) {
      isTaken = await taken(raw, piece.value)
      if (isTaken) piece = await pieces.next()
    }
    if (piece.done) raw.end()
  } catch (error) {
    reply.log.error({ err: error }, 'An answer ended early.')
    raw.destroy()
  } finally {
    await pieces.return()
  }
  return reply
}

/** Resolves when these bytes are no longer needed: false when nobody is there to take them. */
function taken(response: ServerResponse, bytes: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    const gone = () => resolve(false)
    response.once('close', gone)
    response.write(bytes, (error) => {
      response.off('close', gone)
      resolve(!error)
    })
  })
}
