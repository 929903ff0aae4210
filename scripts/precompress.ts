import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Served files that compression makes smaller. Pictures and fonts are compressed as they are; index.html is made for each response. */
const compressiblePattern = /(?<!^index)\.(?:js|css|html|svg|json|webmanifest|md|txt)$/
/** Less than that fits into one packet anyhow. */
const minCompressedLength = 1024

/**
 * Puts a Brotli and a gzip form beside every file of the build that gets smaller by it, once and as well as these can;
 * the server only sends them (server/plugins/appShell.ts).
 */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    // After the service worker has been written.
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        const { root, build } = this.environment.config
        return compressFiles(join(root, build.outDir))
      },
    },
  }
}

async function compressFiles(folder: string): Promise<void> {
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => compressiblePattern.test(name) && !name.startsWith('.'),
  )
  await Promise.all(names.map((name) => compressFile(join(folder, name))))
}

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < minCompressedLength) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  const forms = { br: promisify(brotliCompress)(bytes, { params }), gz: promisify(gzip)(bytes, { level: 9 }) }
  for (const [extension, form] of Object.entries(forms)) {
    const small = await form
    if (small.length < bytes.length) await writeFile(`${file}.${extension}`, small)
  }
}
