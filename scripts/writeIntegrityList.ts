import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { releaseKey } from '../contract/releaseKey.ts'
import { integrityFile, integritySignatureFile } from '../contract/integrityFiles.ts'
import type { IntegrityList } from '../contract/schemas/integrity.ts'
import { verifyReleaseSignature, committedSignaturePath } from './releaseSignature.ts'

/**
 * Writes integrity.json: SHA-256 and headers of everything that the server sends of this build, for `sealpost
 * verify-server`. They are those of the server's own code. Adds the signature of the release if it is of this list.
 */
export function writeIntegrityList(): Plugin {
  return {
    name: 'integrity-list',
    apply: 'build',
    // After all other files.
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const { root, build } = this.environment.config
        const folder = resolve(root, build.outDir)
        // Imported by Node itself, so that the server's code is loaded for this alone, and can load more.
        const file = pathToFileURL(join(root, 'scripts/listServedFiles.ts')).href
        const { listServedFiles } = (await import(file)) as typeof import('./listServedFiles.ts')
        const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
          version: string
        }
        const list = await listServedFiles(folder, version)
        await writeFile(join(folder, integrityFile), `${JSON.stringify(list, null, 1)}\n`)
        const why = await copyReleaseSignature(root, folder, list, releaseKey)
        if (why !== null) this.warn(why)
      },
    },
  }
}

/**
 * Copies the committed signature of this version beside the list, if it is of that list and key.
 * @returns why it was left out; null if it was copied, or if there is none
 */
export async function copyReleaseSignature(
  root: string,
  folder: string,
  list: IntegrityList,
  key: string | null,
): Promise<string | null> {
  const committed = committedSignaturePath(list.version)
  const target = join(folder, integritySignatureFile)
  await rm(target, { force: true })
  if (!existsSync(join(root, committed))) return null
  if (key === null) return `${committed} is left out: contract/releaseKey.ts has no public key.`
  const signature = await readFile(join(root, committed), 'utf8')
  try {
    await verifyReleaseSignature(await readFile(join(folder, integrityFile)), list, signature, key)
  } catch (error) {
    return `${committed} is left out: this build is not that release. ${error instanceof Error ? error.message : String(error)}`
  }
  await writeFile(target, signature)
  return null
}
