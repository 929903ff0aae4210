import { randomBytes, randomInt } from 'node:crypto'
import type { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertDefined } from '../../contract/assertDefined.ts'
import { sealedChunkBytes } from '../../contract/limits.ts'
import { sealedSize } from '../../contract/sealedSize.ts'
import type { RandomCiphertext } from '../../e2e/protocol/randomCiphertext.ts'
import { fetchRange, fetchFilesTogether, fetchLinkStatus } from '../../e2e/protocol/recipient.ts'
import { type FormFile, newBatchId, sendForm, sendParts } from '../../e2e/protocol/sender.ts'
import { type SendRequest, sendRequest, isConnectionError, RefusedError } from '../../e2e/protocol/wire.ts'
import { DiscardingConnection } from './discardingConnection.ts'
import { LeastConnections } from './leastConnections.ts'
import type { LoadName, LoadOptions } from './options.ts'
import { LoadRecord } from './loadRecord.ts'

/** As our pages send them where the line is fast. */
export const partBytes = 64 * sealedChunkBytes
export const partLanes = 2
const pauseAfterErrorMs = 100

/** What clients work on. */
export interface LoadContext {
  origins: readonly string[]
  agent: Agent
  ciphertext: RandomCiphertext
  options: LoadOptions
  /** Tokens of upload links, to which clients send in turn. */
  folders: readonly string[]
  /** A download link, and the ids of its files. */
  link: string
  large: readonly number[]
  small: readonly number[]
}

/** The same for one of them, with the folder that it sends to. */
type ClientContext = LoadContext & { folder: string }

/** One piece of work of a client. @throws when the time is over, or something goes wrong */
type ClientWork = (context: ClientContext, ask: SendRequest, record: LoadRecord) => Promise<void>

const worksByLoad: Record<LoadName, readonly ClientWork[]> = {
  forms: [sendSmallFiles],
  parts: [sendLargeFile],
  ranges: [saveLargeFile],
  archives: [saveSmallFiles],
  mixed: [sendSmallFiles, sendLargeFile, saveLargeFile, saveSmallFiles],
}

/**
 * Clients that send and save all the time, each with an address of its own. Each request goes to the server with the
 * fewest in progress, as the proxies of `deploy/several` do it: a server that is slower for a while would otherwise
 * hold the clients that the others wait for. No request begins after the time is over; those that have begun end.
 */
export async function runLoad(name: LoadName, context: LoadContext): Promise<LoadRecord> {
  const record = new LoadRecord()
  const end = performance.now() + context.options.seconds * 1000
  const balancer = new LeastConnections(context.origins.length)
  const client = async (n: number) => {
    const visitor = `10.0.${n >> 8}.${n & 255}`
    const connections = context.origins.map((origin) => new DiscardingConnection(origin, visitor))
    const ask = askBalanced({ ...context, visitor, connections, balancer }, record, end)
    const work = worksByLoad[name][n % worksByLoad[name].length]
    const folder = context.folders[n % context.folders.length] ?? ''
    while (work && performance.now() < end) {
      await work({ ...context, folder }, ask, record).catch((error: unknown) => afterFailure(error))
    }
    for (const connection of connections) connection.close()
  }
  await Promise.all(Array.from({ length: context.options.clients }, (_, n) => client(n)))
  return record
}

class TimeOver extends Error {}

/** What servers do wrong is counted where it is asked for. @throws what is wrong here */
async function afterFailure(error: unknown): Promise<void> {
  if (error instanceof TimeOver) return
  if (!(error instanceof RefusedError) && !isConnectionError(error)) throw error
  await sleep(pauseAfterErrorMs)
}

type ClientConnections = Pick<LoadContext, 'origins' | 'agent'> & {
  visitor: string
  connections: readonly DiscardingConnection[]
  balancer: LeastConnections
}

function askBalanced(
  { origins, agent, visitor, connections, balancer }: ClientConnections,
  record: LoadRecord,
  end: number,
): SendRequest {
  return async (request) => {
    const began = performance.now()
    if (began >= end) throw new TimeOver()
    const at = balancer.begin()
    const [origin, connection] = [assertDefined(origins[at]), assertDefined(connections[at])]
    try {
      const answer = await (request.takeBytes
        ? connection.exchange(request)
        : sendRequest(origin, request, { agent, visitor }))
      record.answered(request, answer, performance.now() - began)
      return answer
    } catch (error) {
      record.failed(`${request.kind} ${error instanceof Error ? error.message : String(error)}`)
      throw error
    } finally {
      balancer.end(at)
    }
  }
}

export const newFormFile = (content: FormFile['content']): FormFile => ({
  name: `${randomBytes(8).toString('hex')}.bin`,
  content,
  sha256: randomBytes(32).toString('hex'),
})

async function sendSmallFiles(
  { folder, ciphertext, options }: ClientContext,
  ask: SendRequest,
  record: LoadRecord,
) {
  const { filesPerForm, smallBytes } = options
  const files = Array.from({ length: filesPerForm }, () =>
    newFormFile(ciphertext.take(sealedSize(smallBytes))),
  )
  const { successful_files } = await sendForm(ask, folder, files, newBatchId())
  record.files += successful_files.length
}

async function sendLargeFile(
  { folder, ciphertext, options }: ClientContext,
  ask: SendRequest,
  record: LoadRecord,
) {
  const parts = ciphertext.parts(sealedSize(options.largeBytes), partBytes)
  const uploadId = await sendParts(ask, folder, parts, partLanes)
  const { successful_files } = await sendForm(ask, folder, [newFormFile({ uploadId })], newBatchId())
  record.files += successful_files.length
}

async function saveLargeFile({ link, large, options }: LoadContext, ask: SendRequest, record: LoadRecord) {
  const { files } = await fetchLinkStatus(ask, link)
  const id = large[randomInt(large.length)]
  if (id === undefined || !files.some((file) => file.id === id)) throw new Error('The link has lost a file.')
  const size = sealedSize(options.largeBytes)
  for (let start = 0; start < size; start += partBytes) {
    const range = { start, end: Math.min(start + partBytes, size) - 1 }
    await fetchRange(ask, link, id, range, (bytes) => void (record.bytesOut += bytes.length))
  }
  record.files++
}

async function saveSmallFiles({ link, small }: LoadContext, ask: SendRequest, record: LoadRecord) {
  await fetchFilesTogether(ask, link, small, (bytes) => void (record.bytesOut += bytes.length))
  record.files += small.length
}
