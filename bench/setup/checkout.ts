import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AdminApi } from '../../e2e/adminApi.ts'
import { type Build, thisBuild } from '../../e2e/server.ts'
import { nodePathIn } from '../../scripts/supportedNode.mjs'

/**
 * [Note: Measuring another checkout]
 * The lab of this checkout measures the server and the pages that another one has built: so both are measured in the same
 * way, with the same files and the same browser. Its packages may have been compiled for another Node than this one; then
 * that Node runs its server, and the lab says so. Calls of the API have changed since, so the other checkout's own client
 * of its API (e2e/adminApi.ts) prepares folders and links. Texts on pages that differ are known in `chromium.ts`.
 */
export interface Checkout {
  build: Build
  signIn: (
    origin: string,
  ) => Promise<{ api: AdminApi } & Partial<Awaited<ReturnType<typeof AdminApi.signIn>>>>
}

/** @throws Error where there is no built checkout */
export async function openCheckout(folder: string): Promise<Checkout> {
  const path = requireBuilt(folder)
  const module = <T>(name: string) => import(pathToFileURL(join(path, name)).href) as Promise<T>
  const { AdminApi: Api } = await module<{ AdminApi: Pick<typeof AdminApi, 'signIn'> }>('e2e/adminApi.ts')
  // Older builds have none of their own.
  const launcher = join('scripts', 'supportedNode.mjs')
  const hasLauncher = existsSync(join(path, launcher))
  const { serverFlags = [] } = hasLauncher ? await module<{ serverFlags?: string[] }>(launcher) : {}
  return {
    build: path === resolve('.') ? thisBuild : { folder: path, node: nodeFor(path), flags: serverFlags },
    signIn: (origin) => Api.signIn(origin),
  }
}

/** @returns its absolute path @throws Error where there is no built checkout */
export function requireBuilt(folder: string): string {
  const path = resolve(folder)
  const needed = [join('dist-server', 'main.js'), join('dist', 'index.html'), join('e2e', 'adminApi.ts')]
  const missing = needed.find((name) => !existsSync(join(path, name)))
  if (missing === undefined) return path
  throw new Error(`In ${folder} there is no built checkout of the product: ${missing} is missing.`)
}

const opensDatabase = "new (require('better-sqlite3'))(':memory:')"

/** The Node that can load a checkout's packages: this one where it can. @throws Error where none can */
function nodeFor(folder: string): string {
  const onPath = (process.env.PATH ?? '').split(delimiter).map((directory) => join(directory, 'node'))
  const candidates = [process.execPath, nodePathIn(join(folder, '.cache', 'node')), ...onPath].filter(
    existsSync,
  )
  const node = candidates.find(
    (program) => spawnSync(program, ['-e', opensDatabase], { cwd: folder, stdio: 'ignore' }).status === 0,
  )
  if (node !== undefined) return node
  throw new Error(`No Node on this machine can load the packages of ${folder}: run npm ci there.`)
}
