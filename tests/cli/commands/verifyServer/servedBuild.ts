import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { listServedFiles } from '../../../../scripts/listServedFiles.ts'
import { scratchFolder } from '../../../server/scratchFolder.ts'

const icon = '<svg viewBox="0 0 32 32"><path d="M0 0" /></svg>'
const uploadFirstPaint = `<div id="first"><style>.a{}</style><header class="a"><span>${icon}</span> Sealpost</header><div class="for-mouse">Drop files</div></div>`

const viteManifest = {
  'index.html': { file: 'assets/index-aaaaaaaa.js' },
  'src/routes/LoginRoute.tsx': { file: 'assets/Login-bbbbbbbb.js' },
}

const scriptText = (name: string) => `console.log(${JSON.stringify(name.repeat(50))})\n`

/** As a build of the pages leaves them, with one of each kind. */
const builtFiles: Readonly<Record<string, string>> = {
  'assets/index-aaaaaaaa.js': scriptText('index'),
  'assets/Login-bbbbbbbb.js': scriptText('login'),
  'assets/sealing.worker-cccccccc.js': scriptText('worker'),
  'assets/index-dddddddd.css': `body { color: #123456; margin: ${'0 '.repeat(100)}}`,
  'assets/inter-eeeeeeee.woff2': 'font',
  'assets/hash-ffffffff.wasm': 'wasm',
  'serviceWorker.js': scriptText('service worker'),
  'save/mitm.html': '<!doctype html>\n<title>Saving</title>\n<script src="mitm.js"></script>\n',
  'save/mitm.js': scriptText('mitm'),
  'icon.svg': icon,
}

const indexHtml = `<!doctype html>
<html lang="en">
  <head>
    <meta lang="en" name="description" content="Exchange" />
    <meta lang="de" name="description" content="Austausch" />
    <link rel="icon" type="image/svg+xml" href="/icon.svg" />
    <link rel="manifest" href="/manifest.webmanifest" />
    <title>Sealpost</title>
    <script type="module" crossorigin src="/assets/index-aaaaaaaa.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/index-dddddddd.css">
  </head>
  <body>
    <div id="root"></div>
    <div class="splash" aria-hidden="true">
      ${icon}
      Sealpost
    </div>
  </body>
</html>
`

interface ServedBuild {
  readonly distDir: string
  /** Its integrity.json. */
  readonly listPath: string
}

/** A small build of pages, and the list of it. */
export async function writeServedBuild(): Promise<ServedBuild> {
  const root = await scratchFolder()
  const distDir = join(root, 'dist')
  const write = async (name: string, content: string | Buffer) => {
    await mkdir(dirname(join(distDir, name)), { recursive: true })
    await writeFile(join(distDir, name), content)
  }
  for (const [name, content] of Object.entries(builtFiles)) {
    await write(name, content)
    if (!/\.(?:js|css)$/.test(name)) continue
    await write(`${name}.br`, brotliCompressSync(content))
    await write(`${name}.gz`, gzipSync(content))
  }
  await write('index.html', indexHtml)
  await write('manifest.webmanifest', await readFile('public/manifest.webmanifest'))
  await write('.vite/manifest.json', JSON.stringify(viteManifest))
  await write('.vite/first.json', JSON.stringify({ upload: { en: uploadFirstPaint, de: uploadFirstPaint } }))
  const list = join(root, 'integrity.json')
  await writeFile(list, JSON.stringify(await listServedFiles(distDir, '0.1.0')))
  return { distDir, listPath: list }
}
