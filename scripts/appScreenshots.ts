// Takes the pictures of the manifest, from the real application with a few folders in it. Build first, then:
//   node --import tsx scripts/appScreenshots.ts
import { mkdir } from 'node:fs/promises'
import { chromium } from '@playwright/test'
import { AdminApi } from '../e2e/adminApi.ts'
import { launchOptions } from '../e2e/browser.ts'
import { LoginPage } from '../e2e/pages/loginPage.ts'
import { UploadPage } from '../e2e/pages/uploadPage.ts'
import { TestServer } from '../e2e/server.ts'

const day = 24 * 3600_000
const folders = [
  { title: 'Tax return 2026', description: 'Statements, receipts, everything with a number on it.' },
  { title: 'Hartmann v. Lindner', require_email_verification: true, expires_in_days: 30 },
  { title: 'Annual audit', link_password: 'a password', expires_in_days: 90 },
  { title: 'Application documents', expiration_date: new Date(Date.now() + 14 * day).toISOString() },
]

await mkdir('public/screenshots', { recursive: true })
const server = await TestServer.start()
const browser = await chromium.launch(launchOptions)
try {
  const api = await AdminApi.start(server.origin)
  await api.store([
    { path: 'Contracts/Lease 2026.pdf', content: Buffer.alloc(240_000, 1) },
    { path: 'Contracts/Annex A.pdf', content: Buffer.alloc(90_000, 2) },
    { path: 'Scan 14.tif', content: Buffer.alloc(1_900_000, 3) },
  ])
  let link = ''
  for (const folder of folders) {
    const { link_token } = await api.json<{ link_token: string }>('POST', '/folders/', folder)
    link ||= `/upload/${link_token}`
  }

  const wide = await browser.newPage({ baseURL: server.origin, viewport: { width: 1280, height: 800 } })
  await new LoginPage(wide).signIn()
  await wide.getByRole('link', { name: 'Annual audit' }).waitFor()
  await wide.screenshot({ path: 'public/screenshots/wide.png' })

  const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true }
  const narrow = await browser.newPage({ baseURL: server.origin, ...phone })
  await (await new UploadPage(narrow).open(link)).expectReady()
  await narrow.screenshot({ path: 'public/screenshots/narrow.png' })
} finally {
  await browser.close()
  await server.stop()
}
