import { asFileKeyBytes, deriveNamesKey, hiddenRow, keyCommitment, toBase64Url } from '../crypto/index.ts'
import type { OpenedFile } from './openedFile.ts'

/** What a call tells the server instead of the names in an open manifest, and kc of the file in base64url. */
export async function placeholderOf({ source, name, path }: Pick<OpenedFile, 'source' | 'name' | 'path'>) {
  const { iv, size, sha256 } = source
  const rawKey = asFileKeyBytes(source.rawKey)
  const commitment = await keyCommitment(rawKey, iv)
  const row = await hiddenRow(await deriveNamesKey(rawKey, iv), commitment, { name, path, size, sha256 })
  return { hidden: { name: row.name, file_hash: row.sha256 }, keyCommitment: toBase64Url(commitment) }
}
