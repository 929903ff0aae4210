import { createHash } from 'node:crypto'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/** Copies a build as another version: its page says so, and one of its parts is gone. @returns its folder */
export async function makeNextVersion(folder: string, from = 'dist'): Promise<string> {
  const dist = join(folder, 'next')
  await cp(from, dist, { recursive: true })
  const names = await readdir(join(dist, 'assets'))
  const download = names.find((name) => /^DownloadRoute-.*\.js$/.test(name)) ?? ''
  await rm(join(dist, 'assets', download))
  // The server hashes every script that this lists.
  const manifest = join(dist, '.vite', 'manifest.json')
  const chunks = JSON.parse(await readFile(manifest, 'utf8')) as Record<string, { file: string }>
  const left = Object.entries(chunks).filter(([, { file }]) => file !== `assets/${download}`)
  await writeFile(manifest, JSON.stringify(Object.fromEntries(left)))
  const change = async (name: string, pattern: RegExp, to: string) => {
    const text = await readFile(join(dist, name), 'utf8')
    expect(pattern.test(text), `${name} has ${pattern.source}`).toBe(true)
    await writeFile(join(dist, name), text.replace(pattern, to))
    for (const form of ['br', 'gz']) await rm(join(dist, `${name}.${form}`), { force: true })
  }
  await change('index.html', /<\/head>/, '<meta name="version" content="next"></head>')
  const revision = createHash('md5')
    .update(await readFile(join(dist, 'index.html')))
    .digest('hex')
  await change('serviceWorker.js', /(?<="revision":")\w+(?=","url":"index.html")/, revision)
  await change('serviceWorker.js', new RegExp(`\\{[^{}]*${download}"[^{}]*\\},`), '')
  return dist
}
