import type { ManifestDifference } from '../core/crypto/index.ts'
import { type TextKey, t } from './t.ts'

/** The text for a file without a manifest. */
export const unsealedText = (): string => t('saving.unsealed')

/** The text for a difference between the server's metadata and the sealed manifest. */
export const differenceText = (what: ManifestDifference): string => t(textKeys[what])

const textKeys = {
  name: 'saving.differentName',
  path: 'saving.differentPath',
  size: 'saving.differentSize',
  sha256: 'saving.differentSha256',
} as const satisfies Record<ManifestDifference, TextKey>
