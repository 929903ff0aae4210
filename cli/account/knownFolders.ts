import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from '../../contract/schemas/zod.ts'
import { type PersonalKey, wordsIn, wordsOfFingerprint } from '../../core/crypto/index.ts'
import { refusedError } from '../exitCodes.ts'
import { ignoreErrorCodes } from '../platform/diskErrors.ts'
import { readStateFile, stateFileName, writeFileAtomically } from '../platform/stateFile.ts'
import type { FolderAddress } from './folderAddress.ts'

/**
 * [Note: The key that this machine knows]
 * The sealed private key comes from the server, which could return that of a former pair, or claim that a
 * shared folder is not shared. So key and kind of a folder are stored when it is first opened here, and any
 * other is refused.
 * @throws CommandError 'refused' if the folder has changed its key or kind
 */
export class KnownFolders {
  readonly #directory: string
  readonly #isDry: boolean

  /** @param directory may not exist yet @param isDry writes nothing */
  constructor(directory: string, isDry = false) {
    this.#directory = directory
    this.#isDry = isDry
  }

  /**
   * Compares a key with the stored one. Stores the first key of a folder, and an accepted one.
   * @param acceptedWords words of the only key that may replace the stored one; undefined for none
   * @returns true for the first key
   */
  async checkOrStoreKey(
    { origin, id }: FolderAddress,
    key: Pick<PersonalKey, 'fingerprint' | 'fingerprintWords'>,
    acceptedWords: string | undefined,
  ): Promise<boolean> {
    const known = await this.#read({ origin, id })
    const { fingerprint, fingerprintWords: words } = key
    if (acceptedWords !== undefined && wordsIn(acceptedWords).join() !== words.join())
      throw refusedError(`--accept-key does not name the key that opened. Its words are: ${words.join(' ')}`)
    if (known && known.fingerprint !== fingerprint && acceptedWords === undefined)
      throw refusedError(otherKeyText(known.fingerprint, words))
    if (known?.fingerprint === fingerprint) return false
    await this.#write({
      origin,
      id,
      fingerprint,
      several: known?.several ?? null,
      isOpened: known?.isOpened ?? false,
    })
    return !known
  }

  /** Compares the kind of a folder with the stored one, and stores the first. Call it after `checkOrStoreKey`. */
  async checkOrStoreKind({ origin, id }: FolderAddress, several: string | null): Promise<void> {
    const known = await this.#read({ origin, id })
    if (!known) return
    if (!known.isOpened) return this.#write({ ...known, several, isOpened: true })
    if (known.several !== several)
      throw refusedError(
        `The server shows another folder under this number than before: ${kindText(known.several)} became ${kindText(several)}, which never happens to a folder. Ask whoever runs the server. If you know the reason, remove ${this.#pathOf({ origin, id })} and run the command again.`,
      )
  }

  /** Fingerprint of the key of a folder of one person; null for another folder, and for one that was never opened here. */
  async fingerprintOf(address: FolderAddress): Promise<string | null> {
    const known = await this.#read(address)
    return known?.isOpened === true && known.several === null ? known.fingerprint : null
  }

  /** Fingerprints of a person's keys with which folders were opened here, on one server. */
  async fingerprintsOn(origin: string): Promise<ReadonlySet<string>> {
    const names = (await readdir(this.#directory).catch(ignoreErrorCodes('ENOENT'))) ?? []
    const paths = names.filter((name) => name.endsWith('.json')).map((name) => join(this.#directory, name))
    const known = await Promise.all(paths.map((path) => readFolderFile(path)))
    return new Set(
      known.flatMap((folder) => (folder?.origin === origin && folder.isOpened ? [folder.fingerprint] : [])),
    )
  }

  #pathOf({ origin, id }: FolderAddress): string {
    return join(this.#directory, stateFileName(`${origin} ${id}`))
  }

  #read(address: FolderAddress): Promise<StoredFolder | null> {
    return readFolderFile(this.#pathOf(address))
  }

  async #write(stored: StoredFolder): Promise<void> {
    if (this.#isDry) return
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    await writeFileAtomically(this.#pathOf(stored), `${JSON.stringify(stored)}\n`)
  }
}

const storedFolderSchema = z.object({
  origin: z.string(),
  id: z.number(),
  /** Fingerprint of the key that opened it, base64url. */
  fingerprint: z.string().refine((fp) => wordsOfFingerprint(fp) !== null),
  /** Id of a shared folder, base64url; null for a folder with one member. */
  several: z.string().nullable(),
  /** True if the kind of the folder is known, too. */
  isOpened: z.boolean(),
})
type StoredFolder = Readonly<z.infer<typeof storedFolderSchema>>

const readFolderFile = (path: string): Promise<StoredFolder | null> =>
  readStateFile(path, storedFolderSchema, 'says what key this folder has')

const otherKeyText = (known: string, words: readonly string[]) =>
  [
    'Your private key is not the one that this machine remembers for this folder. Nothing was opened.',
    `Known: ${wordsOfFingerprint(known)?.join(' ') ?? known}`,
    `Yours: ${words.join(' ')}`,
    'If you made a new key pair, compare your words with those in your profile, and accept them by --accept-key "…".',
  ].join('\n')

const kindText = (several: string | null) =>
  several === null ? 'a folder of one person' : `folder ${several} of several people`
