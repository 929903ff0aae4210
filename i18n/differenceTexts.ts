import type { ManifestDifference } from '../core/crypto/index.ts'
import { type Key, t } from './t.ts'

/** Of a file without a manifest. */
export const unsealedText = (): string => t('saving.unsealed')

/** What the server shows otherwise than the uploader sealed it. */
export const differenceText = (what: ManifestDifference): string => t(texts[what])

const texts = {
  name: 'saving.differentName',
  path: 'saving.differentPath',
  size: 'saving.differentSize',
  sha256: 'saving.differentSha256',
} as const satisfies Record<ManifestDifference, Key>
