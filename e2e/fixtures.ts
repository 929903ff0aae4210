import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, test as base } from '@playwright/test'
import { type Account, AdminApi } from './adminApi.ts'
import { DownloadProxy } from './downloadProxy.ts'
import { setUpFirstAccount, ServerWithAccounts } from './serverWithAccounts.ts'
import { DashboardPage } from './pages/dashboardPage.ts'
import { DownloadPage } from './pages/downloadPage.ts'
import { UploadPage } from './pages/uploadPage.ts'
import { recordPolicyViolations } from './policyViolations.ts'
import { TestServer } from './server.ts'
import { usesServices, createOwnServices } from './services.ts'

interface TestOptions {
  /**
   * A server that nobody has been on: for a test that begins at the first sign-in, ends the server, changes what is
   * everybody's, or looks through what it stores.
   */
  ownServer: boolean
}

interface Fixtures {
  server: TestServer
  /** Nobody else's, with a key pair in force that another program made. */
  account: Account
  /** Signed in to that account; no page is open yet. */
  admin: DashboardPage
  /** Somebody else's browser profile. */
  stranger: UploadPage
  /** The account without a browser, for what a test needs to be there; it has a folder. */
  api: AdminApi
  /** Somebody else's browser profile, for download links. */
  recipient: DownloadPage
  /** In front of the server, for links that are opened through it. */
  downloadProxy: DownloadProxy
  /** An empty folder on disk that goes with the test. */
  workDir: string
  /** Violations of a policy by any page of the test, which fails it at its end. */
  violations: string[]
}

interface WorkerFixtures {
  sharedServer: ServerWithAccounts
}

/** Every test has an account, folders and browser profiles of its own; tests of a worker share a server unless told. */
export const test = base.extend<TestOptions & Fixtures, WorkerFixtures>({
  ownServer: [usesServices, { option: true }],
  sharedServer: [
    async ({}, use) => {
      const sharedServer = await ServerWithAccounts.start()
      await use(sharedServer)
      await sharedServer.server.stop()
    },
    { scope: 'worker' },
  ],
  server: async ({ ownServer, sharedServer }, use) => {
    const server = ownServer
      ? await TestServer.start(undefined, await createOwnServices())
      : sharedServer.server
    await use(server)
    if (ownServer) await server.stop()
  },
  account: async ({ ownServer, sharedServer, server }, use) =>
    use(ownServer ? await setUpFirstAccount(server) : sharedServer.newAccount()),
  baseURL: ({ server }, use) => use(server.origin),
  admin: async ({ page, account }, use) => use(await signIn(page, account)),
  stranger: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })
    await use(new UploadPage(await context.newPage()))
    await context.close()
  },
  api: async ({ server, account }, use) => {
    const api = await AdminApi.as(server.origin, account)
    await api.storeInto('Shared')
    await use(api)
  },
  recipient: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })
    await use(new DownloadPage(await context.newPage()))
    await context.close()
  },
  downloadProxy: async ({ server }, use) => {
    const downloadProxy = await DownloadProxy.start(server.origin)
    await use(downloadProxy)
    await downloadProxy.stop()
  },

  violations: [
    async ({ browser }, use) => {
      const watched = recordPolicyViolations(browser)
      await use(watched.violations)
      watched.stop()
      expect(watched.violations, 'no page breaks its policy').toEqual([])
    },
    { auto: true },
  ],

  workDir: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'sealpost-files-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
})

export const testOnOwnServer = test.extend<TestOptions>({ ownServer: true })

/** As the form does it, and sooner: no page is open yet. */
export async function signIn(
  page: Page,
  { username, verifier }: Pick<Account, 'username' | 'verifier'>,
): Promise<DashboardPage> {
  const data = { username, password: verifier }
  await expect(await page.request.post('/api/auth/token', { data })).toBeOK()
  return new DashboardPage(page)
}

export { expect }
