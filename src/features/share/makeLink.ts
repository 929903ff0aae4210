import type { FileRecord } from '../../../contract/folders.ts'
import { callApi } from '../../api/client.ts'
import {
  asFileKey,
  buildLinkFragment,
  deriveLinkPassword,
  generateLinkMaster,
  generateLinkToken,
  joinLinkKeyString,
  linkFilesBytes,
  linkFilesHash,
  newPasswordKdf,
  sealLinkBox,
  sealLinkMaster,
  toBase64,
} from '../../crypto/index.ts'
import { getOlderKeys, type UnlockedKey } from '../../session/unlockedKey.ts'
import { namesOf } from './fileNames.ts'
import { formatNumber } from '../../ui/format.ts'
import { linkAddress } from './linkAddress.ts'
import { LinkRefusedError } from './linkRefused.ts'
import { ownerSecret } from './ownerSecret.ts'

export interface LinkWish {
  records: readonly FileRecord[]
  /** Null for a link that opens for whoever has it. */
  password: string | null
  /** ISO 8601; null for never. */
  expiration: string | null
}

export interface MadeLink {
  /** With the keys behind '#' when there is no password. */
  address: string
  password: string | null
  /** Its files without a manifest, of which name and content are the server's word; null where all have one. */
  unsealed: string | null
}

/** Files whose keys do not open; the others could be handed out without them, if the person says so. */
export class UnopenedFilesError extends LinkRefusedError {
  readonly records: readonly FileRecord[]
  constructor(records: readonly FileRecord[], message: string) {
    super(message)
    this.records = records
  }
}

export interface MakeOptions {
  signal: AbortSignal
  /** Of all files twice: every key is opened, then sealed for the link. */
  onProgress: (done: number) => void
}

/**
 * Opens the keys of files in the workers, seals them for a new link and makes it (src/crypto/FORMAT.md, 6, 10). All files
 * or none: a recipient is never sent fewer than were chosen, nor others than the ones on the screen.
 * @throws LinkRefusedError, ApiError, CryptoError, or the signal's reason
 */
export async function makeLink(
  { records, password, expiration }: LinkWish,
  unlockedKey: UnlockedKey,
  { signal, onProgress }: MakeOptions,
): Promise<MadeLink> {
  const [{ openWithOlderKeys }, { inShares }, { WorkerPool }] = await Promise.all([
    import('../../transfer/olderKeys.ts'),
    import('../../transfer/shares.ts'),
    import('../../transfer/workerPool.ts'),
  ])
  const linkMaster = generateLinkMaster()
  const pool = WorkerPool.forKeys()
  try {
    const older = getOlderKeys().map((key) => key.privateKey)
    const { opened, unopened } = await openWithOlderKeys(records, older, {
      privateKey: unlockedKey.privateKey,
      pool,
      signal,
      onProgress,
    })
    if (unopened.length > 0) {
      const records = unopened.map(({ record }) => record)
      const names = namesOf(records.map(({ original_filename }) => original_filename))
      throw new UnopenedFilesError(
        records,
        `Could not decrypt ${formatNumber(unopened.length)} file(s): ${names}`,
      )
    }
    // The manifest travels to the recipient: they would get what the uploader sealed, not what was chosen here.
    const altered = opened.filter(({ differences }) => differences.length > 0)
    if (altered.length > 0) {
      throw new LinkRefusedError(
        `The server altered what it says of ${formatNumber(altered.length)} file(s): ${namesOf(altered.map(({ name }) => name))}`,
      )
    }
    const fileKeys = opened.map(({ record, source }) => ({
      id: record.id,
      rawKey: source.rawKey,
      iv: source.iv,
    }))
    const sealed = await inShares(fileKeys, (worker, share) => worker.sealLinkKeys(linkMaster, share), {
      pool,
      signal,
      onProgress: (done) => onProgress(records.length + done),
    })

    const kdf = password === null ? null : newPasswordKdf()
    const stretched = password === null || kdf === null ? null : await deriveLinkPassword(password, kdf)
    const part1B64 = stretched && (await sealLinkMaster(stretched, linkMaster))
    const keyStrings = Object.fromEntries(
      sealed.map(({ id, part2B64 }) => [id, joinLinkKeyString({ part1B64, part2B64 })]),
    )
    const token = generateLinkToken()
    const filesBytes = linkFilesBytes(sealed)
    const sealedLink = await sealLinkBox(ownerSecret(unlockedKey), {
      token,
      hasPassword: password !== null,
      filesHash: await linkFilesHash(filesBytes),
      linkMaster,
    })
    await callApi('createDownloadLink', {
      body: {
        file_ids: records.map(({ id }) => id),
        password: stretched?.verifier ?? null,
        password_kdf: kdf,
        expiration_date: expiration,
        reencrypted_keys_json: JSON.stringify(keyStrings),
        link_token: token,
        sealed_link: sealedLink,
        file_commitments: toBase64(filesBytes),
      },
      signal,
    })
    const keys = new Map(fileKeys.map(({ id, rawKey }) => [String(id), asFileKey(rawKey)]))
    const fragment = password === null ? buildLinkFragment(linkMaster, keys) : null
    const unsealed = opened.filter(({ source }) => !source.hasManifest).map(({ name }) => name)
    return {
      address: linkAddress(token, fragment),
      password,
      unsealed: unsealed.length > 0 ? namesOf(unsealed) : null,
    }
  } finally {
    pool.close()
    linkMaster.fill(0)
  }
}
