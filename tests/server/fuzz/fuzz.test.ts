import fc from '../../fastCheck.ts'
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Call } from '../../../contract/call.ts'
import { errorBody } from '../../../contract/schemas/errorBody.ts'
import { errorDetails } from '../../../contract/errors.ts'
import { uploadFiles } from '../../../contract/schemas/uploads.ts'
import { openSqliteKysely } from '../../../server/db/sqlite/sqlite.ts'
import { leftoversIn } from '../leftovers.ts'
import { scratchFolder } from '../scratchFolder.ts'
import { addressOf, spawnServer } from '../serverProcess.ts'
import { encodeFormPlan, formPlans } from './forms.ts'
import { caseCount } from '../../volume.ts'
import { encodeHead, sendRawRequest, type RawAnswer, type RawRequest } from './rawRequest.ts'
import { encodeRequestPlan, requestPlans } from './requests.ts'
import { buildWorld, secretsOf, type FuzzWorld } from './world.ts'

/** The same in each run; more, and others: `npm run fuzz`, or with these variables. A seed that is given repeats a run. */
const requestCount = Number(process.env.FUZZ_REQUESTS ?? caseCount(200, 2000))
const formCount = Number(process.env.FUZZ_FORMS ?? caseCount(40, 200))
const isFull = requestCount > 200
const firstSeed = Number(process.env.FUZZ_SEED ?? (isFull ? randomInt(2 ** 30) : 1))

/** So many requests share a world, the last ones of which find it rather ruined. */
const batchSize = 25
/** So many are under way at once. */
const parallelRequests = 4

interface SentRequest {
  request: RawRequest
  call: Call
  method: string
}

it(
  `answers ${requestCount} generated requests and ${formCount} broken forms without failing`,
  async () => {
    const folder = await scratchFolder()
    const server = await spawnServer(folder, { TRUST_PROXY: '1', LOG_LEVEL: 'debug' })
    const origin = await addressOf(server)
    const db = await openSqliteKysely(join(folder, 'data', 'sealpost.db'))
    const secrets = new Set<string>()
    const faults: string[] = []
    const figures = new StatusFigures()

    async function run<P>(
      count: number,
      arbitrary: fc.Arbitrary<P>,
      encode: (plan: P, world: FuzzWorld) => SentRequest,
    ) {
      for (let done = 0; done < count && server.child.exitCode === null; done += batchSize) {
        const seed = firstSeed + done / batchSize
        const world = await buildWorld(origin, db)
        for (const secret of secretsOf(world)) secrets.add(secret)
        const batch = fc.sample(arbitrary, { seed, numRuns: Math.min(batchSize, count - done) })
        const work = batch.map((plan) => encode(plan, world))
        const lane = async () => {
          for (let sent = work.pop(); sent; sent = work.pop()) {
            const fault = await faultOf(origin, sent, figures)
            if (fault !== undefined)
              faults.push(`FUZZ_SEED=${seed}: ${fault}\n${describeRequest(sent.request)}`)
          }
        }
        await Promise.all(Array.from({ length: parallelRequests }, lane))
      }
    }
    await run(requestCount, requestPlans, (plan, world) => ({
      ...plan,
      request: encodeRequestPlan(plan, world),
    }))
    await run(formCount, formPlans, (plan, world) => ({
      request: encodeFormPlan(plan, world),
      call: uploadFiles,
      method: uploadFiles.method,
    }))
    await db.destroy()
    if (isFull) console.log(`FUZZ_SEED=${firstSeed}\n${figures.table()}`)

    expect(faults.join('\n\n')).toBe('')
    expect(server.child.exitCode).toBeNull()
    expect(await (await fetch(`${origin}/healthz`)).json()).toEqual({ status: 'ok' })
    expect(await leftoversIn(join(folder, 'data')), 'bytes that no row names').toEqual([])
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    const printed = server.printed()
    expect(printed.split('\n').filter(isAlarming)).toEqual([])
    for (const secret of secrets)
      expect(printed.includes(secret), `a secret in the log: ${secret}`).toBe(false)
  },
  180_000 + (requestCount + formCount) * 200,
)

/** What is wrong with the answer to a request; undefined when nothing is. */
async function faultOf(
  origin: string,
  { request, call, method }: SentRequest,
  figures: StatusFigures,
): Promise<string | undefined> {
  const began = performance.now()
  let answer: RawAnswer | undefined
  try {
    answer = await sendRawRequest(origin, request)
  } catch (error) {
    return String(error)
  }
  figures.add(call, request, answer?.status, performance.now() - began)
  if (answer === undefined) return mayBeUnanswered(request) ? undefined : 'closed without an answer'
  const { status, headers, body } = answer
  const says = `${status} ${body.toString('utf8', 0, 500)}`
  for (const name of ['content-security-policy', 'x-content-type-options', 'x-request-id']) {
    if (!headers.has(name)) return `no ${name}: ${says}`
  }
  if (headers.get('cache-control') !== 'no-store') return `may be cached: ${says}`
  if (status < 400) {
    // An empty last segment asks for another call.
    const [path = ''] = request.target.split('?')
    const isOther = path.endsWith('/') !== call.path.endsWith('/')
    const isOfCall = method === call.method && request.method === method && !isOther
    if (status !== 200 || !isOfCall || !call.response) return undefined
    return call.response.safeParse(parseJson(body)).success
      ? undefined
      : `not what the contract says: ${says}`
  }
  if (request.method !== 'HEAD' && !errorBody.strict().safeParse(parseJson(body)).success) {
    return `not the shape of an error: ${says}`
  }
  const isFull =
    status === 507 && [errorDetails.outOfSpace, errorDetails.linkQuota].some((text) => says.includes(text))
  return status < 500 || isFull ? undefined : says
}

/** Node closes tunnels on its own, and whoever leaves in mid-sentence cannot be answered. */
const mayBeUnanswered = ({ method, endsEarly }: RawRequest) => endsEarly || method === 'CONNECT'

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

const describeRequest = (request: RawRequest): string => {
  const shortened = (text: string, length: number) =>
    text.length > length ? `${text.slice(0, length)}… (${text.length} characters)` : text
  return `${shortened(encodeHead(request), 3000)}${shortened(request.body.toString('latin1'), 1500)}`
}

/** Lines of the log that tell of a failure, and whatever is not of the log: warnings and crashes of Node. */
function isAlarming(line: string): boolean {
  if (!line.startsWith('{')) return /error|warning|exception|rejection|^\s+at /i.test(line)
  return (parseJson(Buffer.from(line)) as { level: number }).level >= 50
}

/** What came back, by call. */
class StatusFigures {
  readonly #counts = new Map<string, Map<string, number>>()
  #slowest = { ms: 0, request: '' }

  add({ method, path }: Call, request: RawRequest, status: number | undefined, ms: number): void {
    const call = `${method} ${path}`
    const counts = this.#counts.get(call) ?? new Map<string, number>()
    this.#counts.set(call, counts)
    const key = String(status ?? 'closed')
    counts.set(key, (counts.get(key) ?? 0) + 1)
    if (ms > this.#slowest.ms) this.#slowest = { ms, request: describeRequest(request) }
  }

  table(): string {
    const lines = [...this.#counts].map(([call, counts]) => {
      const sorted = [...counts].sort(([a], [b]) => a.localeCompare(b))
      return `${call.padEnd(55)} ${sorted.map(([status, count]) => `${status}: ${count}`).join('  ')}`
    })
    const { ms, request } = this.#slowest
    return [...lines, `slowest answer: ${Math.round(ms)} ms, to\n${request}`].join('\n')
  }
}
