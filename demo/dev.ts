import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createServer } from 'vite'
import { adminPassword, adminUsername, freePort } from '../e2e/server.ts'
import { devPages } from './devPages.ts'
import { linkPassword, type DemoData, createDemoData } from './demoData.ts'

/**
 * `npm run dev`: pages and server from their sources, each loaded anew where something has changed, with the demo's
 * folders and key pair in a data folder that stays. `--fresh` begins anew.
 */

const devFolder = join('.cache', 'dev')
const dataDir = join(devFolder, 'data')
const emptyDistDir = join(devFolder, 'shell')
/** Written last: without it, the data was not finished. */
const linksFile = join(devFolder, 'links.json')

/** The server's process, which starts the server again whenever a file of it is saved. */
function startServer(port: number): ChildProcess {
  mkdirSync(emptyDistDir, { recursive: true })
  writeFileSync(
    join(emptyDistDir, 'index.html'),
    'The pages come from the sources, at the address of npm run dev.\n',
  )
  return spawn(process.execPath, ['--watch', '--watch-preserve-output', join('server', 'main.ts')], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      DIST_DIR: emptyDistDir,
      ADMIN_USERNAME: adminUsername,
      ADMIN_PASSWORD: adminPassword,
      MIN_FREE_BYTES: '0',
      SHUTDOWN_GRACE_SECONDS: '0',
      LOG_LEVEL: 'warn',
    },
    // Its own announcement names an address that has no pages.
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** A command of `npm run admin --`, from the sources, on the same data. */
async function runAdmin(...words: string[]): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir, ADMIN_PASSWORD: adminPassword }
  await promisify(execFile)(process.execPath, [join('server', 'admin.ts'), ...words], { env })
}

async function waitUntilHealthy(origin: string, server: ChildProcess): Promise<void> {
  for (;;) {
    const healthy = await fetch(`${origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (healthy) return
    if (server.exitCode !== null) throw new Error('The server did not start: see the messages above.')
    await delay(100)
  }
}

/** The links are kept without their origin: PORT may be another the next time. */
async function readOrCreateDemoData(origin: string): Promise<Omit<DemoData, 'api'>> {
  if (!existsSync(linksFile)) {
    console.log('Making folders, files and a key pair.')
    const data = await createDemoData({ origin, dataDir, admin: runAdmin })
    const shown = JSON.stringify({ ...data, api: undefined }, null, 2)
    writeFileSync(linksFile, shown.replaceAll(origin, ''))
  }
  return JSON.parse(readFileSync(linksFile, 'utf8').replaceAll('"/', `"${origin}/`)) as DemoData
}

async function main(): Promise<void> {
  if (process.argv.includes('--fresh') || !existsSync(linksFile))
    rmSync(devFolder, { recursive: true, force: true })
  const port = Number(process.env.PORT ?? 5173)
  const serverPort = await freePort()
  const serverOrigin = `http://127.0.0.1:${serverPort}`
  const server = startServer(serverPort)
  process.on('exit', () => server.kill())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0))
  // With the Host of the request, of which the server makes links.
  const proxy = { '^/(api/|healthz|readyz)': { target: serverOrigin, changeOrigin: false } }
  const vite = await createServer({
    plugins: [devPages(serverOrigin)],
    appType: 'custom',
    cacheDir: join('.cache', 'vite'),
    logLevel: 'warn',
    // Found while pages are used, they would load the page again.
    optimizeDeps: { entries: ['index.html', 'workers/*.worker.ts', 'workers/streamWorker.ts'] },
    server: { port, strictPort: true, proxy },
  })
  const origin = `http://localhost:${port}`
  await vite.listen()
  await waitUntilHealthy(serverOrigin, server)
  const data = await readOrCreateDemoData(origin)
  console.log(`
Sealpost from its sources: ${origin}

  User name   ${adminUsername}
  Password    ${adminPassword}

To send files
  with the link alone   ${data.openLink}
  with a password       ${data.passwordLink}
  with an e-mailed code ${data.emailLink}
To fetch files
  with the link alone   ${data.publicShare}
  with a password       ${data.protectedShare}
  that works once       ${data.onceShare}

The password of both protected links is ${linkPassword}.
Data and mails are kept in ${dataDir}; 'npm run dev -- --fresh' begins anew. Ctrl+C ends it.
`)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
