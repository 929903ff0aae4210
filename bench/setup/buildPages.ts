import { join, resolve } from 'node:path'
import { build } from 'vite'
import { cache } from './sampleFiles.ts'

/**
 * Builds the lab's own pages: those that send and save plainly, and one that runs the product's worker code alone. They
 * are built apart from the product and never come near its `dist`.
 * @param folder of the checkout whose sealing is measured
 */
export async function buildPages(folder: string): Promise<void> {
  await buildPage(resolve('bench/page'), 'plain', true)
  await buildPage(resolve(folder, 'bench/page'), 'sealing', false)
}

async function buildPage(root: string, name: string, isFirst: boolean): Promise<void> {
  await build({
    root,
    base: '/page/',
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      target: 'es2022',
      outDir: resolve(join(cache, 'page')),
      emptyOutDir: isFirst,
      rolldownOptions: { input: join(root, `${name}.html`) },
    },
  })
}
