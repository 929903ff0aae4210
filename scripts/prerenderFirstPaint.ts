import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Plugin, runnerImport } from 'vite'

/**
 * Draws what pages show before their application is there, see [Note: The first of a page], and leaves it where the
 * server looks for it (server/plugins/appShell.ts).
 */
export function prerenderFirstPaint(): Plugin {
  return {
    name: 'prerender-first-paint',
    apply: 'build',
    async closeBundle() {
      const { root, build } = this.environment.config
      const folder = resolve(root, build.outDir, '.vite')
      const file = join(root, 'src/first/prerenderUploadPage.tsx')
      const { module } = await runnerImport<typeof import('../src/first/prerenderUploadPage.tsx')>(file, {
        root,
        mode: 'production',
        configFile: false,
        logLevel: 'warn',
      })
      await mkdir(folder, { recursive: true })
      await writeFile(
        join(folder, 'first.json'),
        JSON.stringify({ upload: await module.prerenderUploadPage() }),
      )
    },
  }
}
