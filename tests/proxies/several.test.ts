import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../e2e/server.ts'
import { scratchFolder } from '../server/scratchFolder.ts'
import { addressOf, type ServerProcess, spawnServer } from '../server/serverProcess.ts'
import { proxyKinds, startProxy } from './startProxy.ts'
import { Visitor } from './visitor.ts'

/** Each with a database of its own: what is asked here, any server can answer. */
async function startServer() {
  const [folder, port] = [await scratchFolder(), await freePort()]
  const start = async (): Promise<ServerProcess> => {
    const started = await spawnServer(folder, {
      ...{ TRUST_PROXY: '127.0.0.1', PORT: String(port), SHUTDOWN_DRAIN_SECONDS: '5' },
    })
    await addressOf(started)
    return started
  }
  return { origin: `http://127.0.0.1:${port}`, start, process: await start() }
}

/** Answers that are in the log. */
const countLoggedAnswers = ({ printed }: ServerProcess) => printed().match(/"status":404/g)?.length ?? 0

/** What a proxy may ask another server for as well, and what it may not. */
async function collectStatuses(origin: string, seconds: number) {
  // nginx takes a thousand requests on a connection.
  const visitor = await Visitor.at(origin)
  const gets = new Set<number>()
  const posts = new Set<number>()
  for (const end = Date.now() + seconds * 1000; Date.now() < end;) {
    // The cookies are of the server that made them; without any, any other takes the call.
    visitor.cookies.clear()
    gets.add((await visitor.request('GET', '/api/upload/unknown/status')).status)
    await delay(30)
    for (let i = 0; i < 2; i++) posts.add((await visitor.json('POST', '/api/unknown', {})).status)
  }
  return { gets: [...gets], posts: [...posts] }
}
const expectedStatuses = { gets: [404], posts: [404] }

describe.each(proxyKinds)('%s before several servers', (kind) => {
  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'gives requests to all of them, passes over one that %s has ended, and comes back to it',
    async (signal) => {
      const [one, other] = [await startServer(), await startServer()]
      const origin = await startProxy(kind, [one.origin, other.origin])
      expect(await collectStatuses(origin, 1)).toEqual(expectedStatuses)
      for (const { process } of [one, other])
        await expect.poll(() => countLoggedAnswers(process)).toBeGreaterThan(0)

      const asking = collectStatuses(origin, 8)
      one.process.child.kill(signal)
      const { gets, posts } = await asking
      expect(gets).toEqual([404])
      // Where a server is there no more at once, what it was about to take is lost, and asked again by the visitor.
      expect(signal === 'SIGTERM' ? posts : posts.filter((status) => status !== 502)).toEqual([404])
      await one.process.ended
      expect(await collectStatuses(origin, 1)).toEqual(expectedStatuses)

      const again = await one.start()
      await expect
        .poll(async () => {
          expect(await collectStatuses(origin, 1)).toEqual(expectedStatuses)
          return countLoggedAnswers(again)
        })
        .toBeGreaterThan(0)
    },
  )
})
