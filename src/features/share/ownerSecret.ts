import type { OwnerSecret } from '../../crypto/index.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'

/** What the boxes of a folder are sealed with: one person owns it, so it is the root of their key. */
export const ownerSecret = ({ root }: Pick<UnlockedKey, 'root'>): OwnerSecret => ({
  secret: root,
  generation: 0,
})
