import { type FileKeyBytes, toBase64 } from '../core/crypto/index.ts'

/** Text after '#' as links of up to 20 files have it that an earlier version made. @param fileKeys by id */
export const filesFragment = (fileKeys: ReadonlyMap<string, FileKeyBytes>): string =>
  Array.from(fileKeys, ([fileId, rawKey]) => `${fileId}:${toBase64(rawKey)}`).join(',')
