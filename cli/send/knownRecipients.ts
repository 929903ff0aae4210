import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from '../../contract/schemas/zod.ts'
import { wordsOfFingerprint } from '../../core/crypto/index.ts'
import { ignoreErrorCodes } from '../platform/diskErrors.ts'
import { readStateFile, stateFileName, writeFileAtomically } from '../platform/stateFile.ts'
import type { UploadLink } from './uploadLink.ts'

const storedSchema = z.object({
  /** Base64url. */
  fingerprint: z.string().refine((fp) => wordsOfFingerprint(fp) !== null),
})

/** Remembers the key that each upload link had when it was first used here, for links that name no key. */
export class KnownRecipients {
  readonly #directory: string

  /** @param directory may not exist yet */
  constructor(directory: string) {
    this.#directory = directory
  }

  /** Returns the fingerprint in base64url; null for a new link. @throws CommandError 'refused' for an unreadable file */
  async read(link: UploadLink): Promise<string | null> {
    const says = 'says what key this link has'
    // If part of the path is no folder, nothing is remembered yet; `write` fails and reports it.
    const stored = await readStateFile(this.#pathOf(link), storedSchema, says).catch(
      ignoreErrorCodes('ENOTDIR'),
    )
    return stored?.fingerprint ?? null
  }

  async write(link: UploadLink, fingerprint: string): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    await writeFileAtomically(this.#pathOf(link), `${JSON.stringify({ fingerprint })}\n`)
  }

  /** A hash of the link, since its token lets anybody send. */
  #pathOf({ origin, linkToken }: UploadLink): string {
    return join(this.#directory, stateFileName(`${origin} ${linkToken}`))
  }
}
