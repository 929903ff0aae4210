import { expect, it } from 'vitest'
import { administratorFiles } from '../scripts/administratorFiles.ts'

const chunk = (file: string, imports: string[] = [], dynamicImports: string[] = []) => ({
  file,
  imports,
  dynamicImports,
})

it('leaves to visitors what the application, upload and download pages load, at once or later', () => {
  const routes = ['src/routes/UploadRoute.tsx', 'src/routes/DownloadRoute.tsx', 'src/routes/LoginRoute.tsx']
  const files = administratorFiles({
    'index.html': chunk('index.js', ['_start.js'], routes),
    '_start.js': chunk('start.js', [], ['src/routes/LoginRoute.tsx']),
    'src/routes/UploadRoute.tsx': chunk('upload.js', ['_shared.js'], ['src/queue.ts']),
    'src/queue.ts': chunk('queue.js', [], ['src/routes/LoginRoute.tsx']),
    'src/routes/DownloadRoute.tsx': chunk('download.js', ['_shared.js']),
    '_shared.js': chunk('shared.js', [], ['src/archive.ts']),
    'src/archive.ts': chunk('archive.js'),
    'src/routes/LoginRoute.tsx': chunk('login.js', ['_shared.js', '_session.js']),
    '_session.js': chunk('session.js'),
    'i18n/catalogues/de.ts?part=admin': chunk('admin.de.js'),
    'i18n/catalogues/de.ts?part=login': chunk('login.de.js'),
    'i18n/catalogues/de.ts?part=upload': chunk('upload.de.js'),
    'src/fonts/inter.woff2': chunk('inter.woff2'),
  })
  expect([...files].sort()).toEqual(['admin.de.js', 'login.de.js', 'login.js', 'session.js'])
})
