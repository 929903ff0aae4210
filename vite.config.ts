import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { markAdministratorFiles } from './scripts/administratorFiles.ts'
import { compiledTexts, pageParts } from './scripts/compiledTexts.ts'
import { precompress } from './scripts/precompress.ts'
import { previewDocuments } from './scripts/previewDocuments.ts'
import { prerenderFirstPaint } from './scripts/prerenderFirstPaint.ts'
import { writeIntegrityList } from './scripts/writeIntegrityList.ts'
import { subsetFonts } from './scripts/subsetFonts.ts'

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

/** In the list of the styles' modules, with much behind it, and used by nobody. */
const unused = '/@mui/material/styles/enhanceHighContrast'

/** The modules that this one cannot run without, and itself. */
function needed(modules: Modules, id: string, found = new Set<string>()): Set<string> {
  if (found.has(id) || id.includes(unused)) return found
  found.add(id)
  for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) needed(modules, imported, found)
  return found
}
const source = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const application = source('src/app/main.tsx')
/** The chunks in which the application is evaluated, one after another (src/first/firstScript.ts). */
const renderer = source('node_modules/react-dom/client.js')
const theme = source('src/ui/theme/defaultTheme.ts')
const uploadRoute = source('src/routes/UploadRoute.tsx')
const downloadRoute = source('src/routes/DownloadRoute.tsx')
const isOfUploadPage = (id: string) => id.includes('/src/features/upload/')
/** Of the gates of upload links, too. */
const emailAddress = source('contract/emailAddress.ts')
/** What its gates need, and most other pages. */
const richTexts = source('src/i18n/rich.ts')

export default defineConfig({
  plugins: [
    compiledTexts(pageParts),
    react(),
    streamSaverPage(),
    previewDocuments(),
    subsetFonts(),
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
        globIgnores: ['save/**', 'preview/**', 'assets/streamWorker-*'],
        maximumFileSizeToCacheInBytes: 3 * 1024 * 1024,
        manifestTransforms: [markAdministratorFiles('dist')],
      },
    }),
    precompress(),
    prerenderFirstPaint(),
    writeIntegrityList(),
  ],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // From which the server knows what a page needs besides (server/plugins/appShell.ts).
    manifest: true,
    modulePreload: { polyfill: false },
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      // How long plugins take is nothing that whoever installs can change.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            // What goes before the application, see [Note: The first of a page].
            { name: 'first', tags: ['$initial'] },
            // What every page begins with is one file for each step in which it is evaluated: each request has its price,
            // and small files shrink less.
            {
              debugName: 'react',
              name: (id, modules) => (needed(modules, renderer).has(id) ? 'react' : null),
            },
            {
              debugName: 'theme',
              name: (id, modules) => (needed(modules, theme).has(id) ? 'theme' : null),
            },
            {
              debugName: 'start',
              name: (id, modules) => (needed(modules, application).has(id) ? 'start' : null),
            },
            // And so is what the upload page has besides, in common with other pages.
            {
              debugName: 'shared',
              name: (id, modules) =>
                (needed(modules, uploadRoute).has(id) && !isOfUploadPage(id)) || id === richTexts
                  ? 'shared'
                  : null,
              minShareCount: 2,
            },
            // And so is what the download page has: what opens files, what checks responses, and what shows files. A group
            // takes what its modules need, so those that others load late come first.
            {
              debugName: 'emailAddress',
              name: (id) => (id === emailAddress ? 'emailAddress' : null),
            },
            {
              debugName: 'keys',
              name: (id, modules) =>
                needed(modules, downloadRoute).has(id) && id.includes('/core/crypto/') ? 'keys' : null,
            },
            {
              debugName: 'schemas',
              name: (id, modules) =>
                needed(modules, downloadRoute).has(id) && id.includes('/contract/schemas/')
                  ? 'schemas'
                  : null,
            },
            {
              debugName: 'files',
              name: (id, modules) => (needed(modules, downloadRoute).has(id) ? 'files' : null),
              minShareCount: 2,
            },
            // The page of a folder sends, too, and loads for it late what the upload page begins with.
            {
              debugName: 'uploadPage',
              name: (id, modules) =>
                needed(modules, uploadRoute).has(id) && isOfUploadPage(id) ? 'uploadPage' : null,
            },
          ],
        },
      },
    },
  },
})
