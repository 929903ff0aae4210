import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { previewFramePath } from '../core/preview/frameMessages.ts'

/**
 * Writes the documents of previews, each with its script and styles inside: their origin is opaque, and scripts of
 * another origin are not theirs to load. The policy names the hashes (server/plugins/appShell.ts).
 */
export function previewDocuments(): Plugin {
  return {
    name: 'preview-documents',
    apply: 'build',
    async generateBundle() {
      const { root } = this.environment.config
      const decodeImageScript = await bundle(root, 'preview/decodeImage.ts')
      const script = await bundle(root, 'preview/mediaFrame.ts', { decodeImageScript })
      const styles = (await readFile(join(root, 'preview/media.css'), 'utf8')).trim()
      if (/<\/(?:script|style)|<!--/i.test(script + styles))
        this.error('A preview would end within its script.')
      const source =
        '<!doctype html>\n<meta charset="utf-8">\n<title>Preview</title>\n' +
        `<style>${styles}</style>\n<body></body>\n<script>${script}</script>\n`
      this.emitFile({ type: 'asset', fileName: previewFramePath.slice(1), source })
    },
  }
}

/** @param texts values of global constants @returns a program without imports */
async function bundle(root: string, input: string, texts: Record<string, string> = {}): Promise<string> {
  const define = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, JSON.stringify(text)]))
  const output = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    publicDir: false,
    define,
    build: {
      target: 'es2022',
      write: false,
      rolldownOptions: { input: join(root, input), output: { format: 'iife' } },
    },
  })
  const [chunk] = 'output' in output ? output.output : []
  if (chunk?.type !== 'chunk') throw new Error(`${input} does not become one script.`)
  return chunk.code.trim()
}
