import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Plugin, runnerImport } from 'vite'

/**
 * Draws what pages show before their application is there, see [Note: The first of a page], and leaves it where the
 * server looks for it (server/http/plugins/shell.ts).
 */
export function drawFirst(): Plugin {
  let root = ''
  let folder = ''
  return {
    name: 'draw-first',
    apply: 'build',
    configResolved(config) {
      root = config.root
      folder = resolve(root, config.build.outDir, '.vite')
    },
    async closeBundle() {
      const file = join(root, 'src/first/drawUpload.tsx')
      const { module } = await runnerImport<typeof import('../src/first/drawUpload.tsx')>(file, {
        root,
        mode: 'production',
        configFile: false,
        logLevel: 'warn',
      })
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'first.json'), JSON.stringify({ upload: await module.drawUpload() }))
    },
  }
}
