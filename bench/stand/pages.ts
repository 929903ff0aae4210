import { join, resolve } from 'node:path'
import { build } from 'vite'
import { cache } from './sampleFiles.ts'

/**
 * Builds the lab's own pages: those that send and save plainly, and one that runs the product's worker code alone. They
 * are built apart from the product and never come near its `dist`.
 */
export async function buildPages(): Promise<void> {
  const root = resolve('bench/page')
  await build({
    root,
    base: '/page/',
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    build: {
      target: 'es2022',
      outDir: resolve(join(cache, 'page')),
      emptyOutDir: true,
      rolldownOptions: { input: [join(root, 'plain.html'), join(root, 'sealing.html')] },
    },
  })
}
