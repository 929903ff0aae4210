import { scratchBucket } from './scratchBucket.ts'
import { scratchDatabase } from './scratchDatabase.ts'
import { scratchFolder } from './scratchFolder.ts'
import { startTestServer, type Browser, type TestServer } from './testServer.ts'

/**
 * For what has to be right when several ask at the same moment. On PostgreSQL they are two servers on one database and
 * one store; on SQLite, which has one, they are requests of one.
 */
export async function startTwoServers(): Promise<[TestServer, TestServer]> {
  const databaseUrl = await scratchDatabase()
  if (databaseUrl === undefined) {
    const one = await startTestServer()
    return [one, one]
  }
  const s3 = await scratchBucket()
  const same = { dataDir: await scratchFolder(), databaseUrl, ...(s3 && { s3 }) }
  return [await startTestServer(same), await startTestServer(same)]
}

/** The same session, at another server. */
export async function sameSessionAt(admin: Browser, { newBrowser }: TestServer): Promise<Browser> {
  const browser = newBrowser()
  for (const [name, value] of admin.cookies) browser.cookies.set(name, value)
  await browser.get('/api/auth/users/me')
  return browser
}
