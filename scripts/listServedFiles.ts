import fastify from 'fastify'
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { languages, type Language } from '../contract/languages.ts'
import { integrityFile, isTokenPath } from '../contract/integrityFiles.ts'
import type { IntegrityList, ServedFile } from '../contract/schemas/integrity.ts'
import { uncomparedHeaders, storePlaceholder } from '../core/integrity/headerDifferences.ts'
import { webManifestPath, withoutBranding } from '../core/integrity/webManifest.ts'
import { defaultLook } from '../server/branding/branding.ts'
import { registerSecurityHeaders } from '../server/plugins/securityHeaders.ts'
import { registerAppShell } from '../server/plugins/appShell.ts'
import { byCodeUnit } from './byCodeUnit.ts'

/** Paths of all pages: those of the route tree, and the one that the service worker stores. See `isTokenPath`. */
export const pagePaths: readonly string[] = [
  ...[
    '/',
    '/index.html',
    '/login',
    '/upload/',
    '/download/',
    '/dashboard',
    '/send',
    '/sent',
    '/profile',
    '/profile/',
    '/reminders/',
  ],
  ...['/folders/new', '/folders/edit', '/folders/edit/', '/folders/view/'],
]

const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The server's own plugins that send pages, with the look that it has before an operator changes it. */
async function startPageServer(distDir: string) {
  const app = fastify()
  const context = {
    publicOrigin: 'https://files.example.org',
    blobs: { directUploads: { origin: storePlaceholder } },
    branding: { current: () => Promise.resolve(defaultLook) },
    now: () => new Date(0),
  }
  registerSecurityHeaders(app, context)
  registerAppShell(app, distDir, context)
  await app.ready()
  return app
}

/** Paths of files that the server sends as they are: those of the build that are neither hidden nor compressed. */
async function filePaths(distDir: string): Promise<string[]> {
  const entries = await readdir(distDir, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(distDir.length).replaceAll('\\', '/'))
    .filter((path) => !/\/\.|\.(?:br|gz)$/.test(path) && !path.startsWith(`/${integrityFile}`))
    .filter((path) => !pagePaths.includes(path) && path !== webManifestPath)
    .sort(byCodeUnit)
}

/** Describes all that a server of this build sends to browsers besides responses of the API. */
export async function listServedFiles(distDir: string, version: string): Promise<IntegrityList> {
  const app = await startPageServer(distDir)
  const headers: Record<string, string>[] = []
  const indexes = new Map<string, number>()

  const indexOf = (given: Record<string, unknown>): number => {
    const listed = Object.entries(given)
      .filter(([name]) => !uncomparedHeaders.has(name))
      .map(([name, value]) => [name, String(value)] as const)
      .sort(([one], [other]) => byCodeUnit(one, other))
    const key = JSON.stringify(listed)
    const index = indexes.get(key) ?? headers.push(Object.fromEntries(listed)) - 1
    indexes.set(key, index)
    return index
  }
  const servedFile = async (path: string, language?: Language): Promise<ServedFile> => {
    const url = isTokenPath(path) ? `${path}token` : path
    const accept = { accept: 'text/html,*/*', ...(language && { 'accept-language': language }) }
    const response = await app.inject({ url, headers: accept })
    const content = path === webManifestPath ? withoutBranding(response.body) : response.rawPayload
    if (response.statusCode !== 200 || content === null)
      throw new Error(`The server does not serve ${path}: ${response.statusCode}`)
    return {
      path,
      ...(language && { language }),
      sha256: sha256(content),
      headers: indexOf(response.headers),
    }
  }
  const files: ServedFile[] = []
  for (const path of [...pagePaths, webManifestPath])
    for (const language of languages) files.push(await servedFile(path, language))
  for (const path of await filePaths(distDir)) files.push(await servedFile(path))
  await app.close()
  const list = { headers, files }
  const build = sha256(JSON.stringify({ version, ...list })).slice(0, 16)
  return { v: 1, version, build, ...list }
}
