import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { AdminApi } from './adminApi.ts'
import { DownloadProxy } from './downloadProxy.ts'
import type { DashboardPage } from './pages/adminPages.ts'
import { DownloadPage } from './pages/downloadPage.ts'
import { LoginPage } from './pages/loginPage.ts'
import { UploadPage } from './pages/uploadPage.ts'
import { TestServer } from './server.ts'
import { ownServices } from './services.ts'

interface Fixtures {
  server: TestServer
  /** Signed in, with a key pair in force that another program made. */
  admin: DashboardPage
  /** Somebody else's browser profile. */
  stranger: UploadPage
  /** An administrator without a browser, for what a test needs to be there. */
  api: AdminApi
  /** Somebody else's browser profile, for download links. */
  recipient: DownloadPage
  /** In front of the server, for links that are opened through it. */
  road: DownloadProxy
  /** An empty folder on disk that goes with the test. */
  workDir: string
}

/** Every test has a server, a database and browser profiles of its own. */
export const test = base.extend<Fixtures>({
  server: async ({}, use) => {
    const server = await TestServer.start(undefined, await ownServices())
    await use(server)
    await server.stop()
  },
  baseURL: ({ server }, use) => use(server.origin),
  admin: async ({ page, server }, use) => {
    await AdminApi.signIn(server.origin)
    await use(await new LoginPage(page).signIn())
  },
  stranger: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })
    await use(new UploadPage(await context.newPage()))
    await context.close()
  },
  api: async ({ server }, use) => use(await AdminApi.start(server.origin)),
  recipient: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })
    await use(new DownloadPage(await context.newPage()))
    await context.close()
  },
  road: async ({ server }, use) => {
    const road = await DownloadProxy.start(server.origin)
    await use(road)
    await road.stop()
  },

  workDir: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'sealpost-files-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
})

export { expect } from '@playwright/test'
