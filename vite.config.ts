import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { compressed } from './scripts/compressed.ts'

/**
 * streamsaver's page and service worker, as they come with the package, but from our own address: by default it loads
 * them from another's. Scripts may not stand inside a page here, so the page's becomes a file beside it.
 */
function streamSaverPage(): Plugin {
  const read = (name: string) => readFileSync(`node_modules/streamsaver/${name}`, 'utf8')
  return {
    name: 'streamsaver-page',
    apply: 'build',
    generateBundle() {
      const script = /<script>([^]*)<\/script>/.exec(read('mitm.html'))?.[1]
      if (script === undefined) this.error('The page of streamsaver has another shape than expected.')
      const emit = (name: string, source: string) =>
        this.emitFile({ type: 'asset', fileName: `save/${name}`, source })
      emit('mitm.html', '<!doctype html>\n<title>Saving</title>\n<script src="mitm.js"></script>\n')
      emit('mitm.js', script)
      emit('sw.js', read('sw.js'))
    },
  }
}

/** Licences that Vite's own list (licences.md) leaves out: of the typeface, and of what only workers contain. */
const otherLicences = {
  inter: '@fontsource-variable/inter/LICENSE',
  'client-zip': 'client-zip/LICENSE.txt',
  workbox: 'workbox-core/LICENSE',
  // With what it is made of.
  'file-type': 'file-type/license',
  strtok3: 'strtok3/LICENSE.txt',
  'token-types': 'token-types/LICENSE.txt',
  'tokenizer-inflate': '@tokenizer/inflate/LICENSE',
  'uint8array-extras': 'uint8array-extras/license',
  'text-codec': '@borewit/text-codec/LICENSE.txt',
  ieee754: 'ieee754/LICENSE',
}

function licences(): Plugin {
  return {
    name: 'licences',
    apply: 'build',
    generateBundle() {
      for (const [name, file] of Object.entries(otherLicences)) {
        const source = readFileSync(`node_modules/${file}`, 'utf8')
        this.emitFile({ type: 'asset', fileName: `licences/${name}.txt`, source })
      }
    },
  }
}

type Modules = { getModuleInfo: (id: string) => { importedIds: string[] } | null }

/** The upload page's modules: those that it cannot run without. */
function uploadPage(modules: Modules, id = uploadRoute, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) uploadPage(modules, imported, found)
  return found
}
const uploadRoute = fileURLToPath(new URL('src/routes/UploadRoute.tsx', import.meta.url))

export default defineConfig({
  plugins: [
    react(),
    streamSaverPage(),
    licences(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'workers',
      filename: 'serviceWorker.ts',
      injectRegister: null,
      manifest: false,
      injectManifest: {
        // As it is registered: browsers that know no modules in service workers have it too.
        rollupFormat: 'iife',
        globPatterns: ['**/*.{js,css,html,svg,woff2}'],
        globIgnores: ['save/**', 'assets/streamWorker-*'],
        maximumFileSizeToCacheInBytes: 3 * 1024 * 1024,
      },
    }),
    compressed(),
  ],
  worker: { format: 'es' },
  // The server replaces the placeholder with a fresh nonce in every response (server/plugins/shell.ts).
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // From which the server knows what a page needs besides (server/plugins/shell.ts).
    manifest: true,
    modulePreload: { polyfill: false },
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page begins with is one file: each request has its price, and small files shrink less.
            { name: 'start', tags: ['$initial'] },
            // And so is what the upload page has besides, in common with other pages.
            { name: (id, modules) => (uploadPage(modules).has(id) ? 'shared' : null), minShareCount: 2 },
          ],
        },
      },
    },
  },
})
