import fc from '../../fastCheck.ts'
import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { createWebhookClient } from '../../../server/notices/webhookClient.ts'
import { openApiDocument } from '../../../server/openapi/openApiDocument.ts'
import { type Scope, scopes } from '../../../contract/scopes.ts'
import { buildWorld, type FuzzWorld } from '../fuzz/world.ts'
import { reusePairs } from '../people.ts'
import { startTestServer, type TestServer, verifier } from '../testServer.ts'
import { caseCount } from '../../volume.ts'
import { startWithProvider } from '../singleSignOn.ts'
import { callEverything, callEverythingByProvider } from './journey.ts'
import { checkResponses, type ResponseChecks } from './checkResponses.ts'
import { operationsOf } from './operations.ts'
import { provokeRefusals } from './refusals.ts'
import { operationPlans, encodeOperationPlan, type ApiTokens } from './requests.ts'

/** The same in each run; more, and others: `npm run fuzz`, or with these variables. A seed that is given repeats a run. */
const requestCount = Number(process.env.OPENAPI_REQUESTS ?? caseCount(100, 2000))
const isFull = requestCount > 250
const firstSeed = Number(process.env.FUZZ_SEED ?? (isFull ? randomInt(2 ** 30) : 1))

/** So many requests share a world, the last ones of which find it rather ruined. */
const batchSize = 250

const document = openApiDocument()

/** Nobody looks up what this machine may know. */
const webhookClient = createWebhookClient({ isAllowed: undefined, resolve: () => Promise.resolve([]) })

it(
  `answers every call, and ${requestCount} generated requests, as the description of the API says`,
  async () => {
    reusePairs()
    const server = await startTestServer({
      webhookClient,
      // Addresses of their own for those who build worlds; and no password is stretched here.
      trustProxy: () => true,
      allowRawPassword: false,
    })
    const judge = checkResponses(server.app, document)
    await callEverything(server)
    await provokeRefusals(server)
    const { server: provided } = await startWithProvider()
    const other = checkResponses(provided.app, document)
    await callEverythingByProvider(provided)
    expect([...judge.mismatches, ...other.mismatches].join('\n\n')).toBe('')
    expect(operationsWithoutSuccess(judge, other), 'operations that never succeeded: see journey.ts').toEqual(
      // Only where parts go straight to a store.
      server.services.blobs.directUploads === undefined ? ['addressPart'] : [],
    )

    const origin = await server.listen()
    const plans = operationPlans(document)
    for (let done = 0; done < requestCount; done += batchSize) {
      const world = await buildWorld(origin, server.services.db)
      const tokens = await createTokens(server, world)
      const numRuns = Math.min(batchSize, requestCount - done)
      for (const plan of fc.sample(plans, { seed: firstSeed + done, numRuns }))
        await server.app.inject(encodeOperationPlan(plan, world, tokens))
    }
    if (isFull) console.log(`FUZZ_SEED=${firstSeed}\n${formatFigures(judge)}`)
    expect(judge.mismatches.join('\n\n'), `FUZZ_SEED=${firstSeed}`).toBe('')
  },
  180_000 + requestCount * 100,
)

const operationsWithoutSuccess = (...judges: ResponseChecks[]): string[] => {
  const statuses = (id: string) => judges.flatMap(({ seen }) => [...(seen.get(id) ?? [])])
  return operationsOf(document)
    .map(({ operationId }) => operationId)
    .filter((id) => !statuses(id).some((status) => status < 400))
}

/** With every scope, and with one that is good for nothing here. */
async function createTokens({ app }: TestServer, { cookies: { admin } }: FuzzWorld): Promise<ApiTokens> {
  const createToken = async (chosen: readonly Scope[]) => {
    const reply = await app.inject({
      method: 'POST',
      url: '/api/auth/api-tokens',
      cookies: Object.fromEntries(admin),
      headers: { 'x-csrftoken': admin.get('csrftoken') ?? '' },
      payload: { password: verifier, name: 'nightly', scopes: chosen, expires_in_days: 1 },
    })
    return reply.json<{ token: string }>().token
  }
  return { token: await createToken(scopes), 'token of nothing': await createToken(['audit:read']) }
}

/** How many answers were judged, and what is described but never came. */
function formatFigures({ requests, seen }: ResponseChecks): string {
  const unseen = operationsOf(document).flatMap(({ operationId, answers }) => {
    const left = [...answers.keys()].filter((status) => !seen.get(operationId)?.has(status))
    return left.length > 0 ? [`${operationId.padEnd(28)} ${left.join(' ')}`] : []
  })
  return `${requests} answers judged; described and not seen:\n${unseen.join('\n')}`
}
