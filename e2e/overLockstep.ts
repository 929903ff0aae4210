import { chromium, type Page } from '@playwright/test'
import { expect, testOnOwnServer } from './fixtures.ts'
import { headlessLaunchOptions } from './launchOptions.ts'
import { LockstepProxy } from './lockstepProxy.ts'
import { TestServer } from './server.ts'

/** Tests that count round trips: `visitor` meets the server through `line`. */
export const testOverLockstep = testOnOwnServer.extend<{ line: LockstepProxy; visitor: Page }>({
  server: async ({}, use) => {
    const server = await TestServer.start(undefined, { TRUST_PROXY: '127.0.0.1' })
    await use(server)
    await server.stop()
  },
  line: async ({ server, workDir }, use) => {
    const line = await LockstepProxy.start(server.origin, workDir)
    await use(line)
    line.stop()
  },
  /** A page of a browser that takes the proxy's certificate, for service workers too. */
  visitor: async ({ line }, use) => {
    const args = [...(headlessLaunchOptions.args ?? []), line.browserArgument]
    const browser = await chromium.launch({ ...headlessLaunchOptions, args })
    await use(await (await browser.newContext({ baseURL: line.origin })).newPage())
    await browser.close()
  },
})

/** Calls of the API in each round trip; parts of the application come beside them at any time. */
export const callsOf = (rounds: readonly string[][]) =>
  rounds.map((paths) => paths.filter((path) => path.startsWith('/api/'))).filter(({ length }) => length > 0)

/** Waits until answers with these names have come. */
export const haveCome = (line: LockstepProxy, ...names: string[]) =>
  expect.poll(() => names.filter((name) => !line.passed.some((path) => path.includes(name)))).toEqual([])
