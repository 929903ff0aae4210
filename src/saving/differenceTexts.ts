import type { ManifestDifference } from '../crypto/index.ts'

/** Of a file without a manifest. */
export const unsealedText = 'name and content are the server’s word'

/** What the server shows otherwise than the uploader sealed it. */
export const differenceTexts = {
  name: 'name altered by the server',
  path: 'folder altered by the server',
  size: 'size altered by the server',
  sha256: 'checksum altered by the server',
} as const satisfies Record<ManifestDifference, string>
