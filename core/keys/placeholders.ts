import { asFileKeyBytes, hiddenRowOf, keyCommitment, toBase64Url } from '../crypto/index.ts'
import type { OpenedFile } from './openedFile.ts'

type NamedFile = Pick<OpenedFile, 'source' | 'name' | 'path'>

/** What a call tells the server instead of the names in an open manifest. */
export async function placeholderOf({ source, name, path }: NamedFile) {
  const { rawKey, iv, size, sha256 } = source
  const row = await hiddenRowOf(asFileKeyBytes(rawKey), iv, { name, path, size, sha256 })
  return { name: row.name, file_hash: row.sha256 }
}

/** kc of a file, in base64url. */
export const keyCommitmentOf = async ({ source: { rawKey, iv } }: Pick<OpenedFile, 'source'>) =>
  toBase64Url(await keyCommitment(asFileKeyBytes(rawKey), iv))
