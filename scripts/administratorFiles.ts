import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ManifestEntry, ManifestTransform } from 'workbox-build'

/** Members of Vite's manifest. */
interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
}
type Chunks = Record<string, Chunk>

const application = 'index.html'
const visitorRoutes = ['src/routes/UploadRoute.tsx', 'src/routes/DownloadRoute.tsx']
const isRoute = (module: string) => module.startsWith('src/routes/')
const isAdministratorText = (module: string) => /\?part=(admin|login)$/.test(module)

/** Adds the files of the module and of what it imports to `found`. */
function addFiles(chunks: Chunks, module: string, withDynamic: boolean, found: Set<string>): void {
  const chunk = chunks[module]
  if (chunk === undefined || found.has(chunk.file)) return
  found.add(chunk.file)
  for (const imported of chunk.imports ?? []) addFiles(chunks, imported, withDynamic, found)
  if (!withDynamic) return
  for (const imported of chunk.dynamicImports ?? [])
    if (!isRoute(imported)) addFiles(chunks, imported, withDynamic, found)
}

/** @returns the files of Vite's manifest that no upload or download page asks for */
export function administratorFiles(chunks: Chunks): Set<string> {
  const ofVisitors = new Set<string>()
  // Through the application's own dynamic imports every page can be reached.
  addFiles(chunks, application, false, ofVisitors)
  for (const route of visitorRoutes) addFiles(chunks, route, true, ofVisitors)
  const others = Object.entries(chunks).filter(([module, { file }]) =>
    module.includes('?part=') ? isAdministratorText(module) : !ofVisitors.has(file) && file.endsWith('.js'),
  )
  return new Set(others.map(([, { file }]) => file))
}

/** Marks the entries that the service worker stores for administrators alone: workers/serviceWorker.ts. */
export function markAdministratorFiles(outDir: string): ManifestTransform {
  return (entries) => {
    const text = readFileSync(join(outDir, '.vite', 'manifest.json'), 'utf8')
    const files = administratorFiles(JSON.parse(text) as Chunks)
    const manifest = entries.map((entry) =>
      files.has(entry.url)
        ? ({ ...entry, isForAdministrators: true } as ManifestEntry & { size: number })
        : entry,
    )
    return { manifest }
  }
}
