import { expect, it } from 'vitest'
import { administratorFiles } from '../scripts/administratorFiles.ts'

const manifestChunk = (file: string, imports: string[] = [], dynamicImports: string[] = []) => ({
  file,
  imports,
  dynamicImports,
})

it('leaves to visitors what the application, upload and download pages load, at once or later', () => {
  const routes = ['src/routes/UploadRoute.tsx', 'src/routes/DownloadRoute.tsx', 'src/routes/LoginRoute.tsx']
  const files = administratorFiles({
    'index.html': manifestChunk('index.js', ['_start.js'], routes),
    '_start.js': manifestChunk('start.js', [], ['src/routes/LoginRoute.tsx']),
    'src/routes/UploadRoute.tsx': manifestChunk('upload.js', ['_shared.js'], ['src/queue.ts']),
    'src/queue.ts': manifestChunk('queue.js', [], ['src/routes/LoginRoute.tsx']),
    'src/routes/DownloadRoute.tsx': manifestChunk('download.js', ['_shared.js']),
    '_shared.js': manifestChunk('shared.js', [], ['src/archive.ts']),
    'src/archive.ts': manifestChunk('archive.js'),
    'src/routes/LoginRoute.tsx': manifestChunk('login.js', ['_shared.js', '_session.js']),
    '_session.js': manifestChunk('session.js'),
    'i18n/catalogues/de.ts?part=admin': manifestChunk('admin.de.js'),
    'i18n/catalogues/de.ts?part=login': manifestChunk('login.de.js'),
    'i18n/catalogues/de.ts?part=upload': manifestChunk('upload.de.js'),
    'src/fonts/inter.woff2': manifestChunk('inter.woff2'),
  })
  expect([...files].sort()).toEqual(['admin.de.js', 'login.de.js', 'login.js', 'session.js'])
})
