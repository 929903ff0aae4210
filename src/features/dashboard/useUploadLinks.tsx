import { type ReactNode, useCallback, useMemo } from 'react'
import type { Folder } from '../../../contract/folders.ts'
import { getUnlockedKey, type UnlockedKey } from '../../session/unlockedKey.ts'
import { useUnlock } from '../../session/useUnlock.tsx'
import { notify } from '../../store/hooks.ts'
import { foreignKeyWarning, isServedKey, uploadLink, uploadLinkWithKey } from './uploadLink.ts'

export interface UploadLinks {
  /** The link as it is; null, after a warning that stays, while uploaders are given another key than one's own. */
  plain: (folder: Folder) => Promise<string | null>
  /** The link with the key's fingerprint; asks for the key first. Null when there is none to give, which was said. */
  withKey: (folder: Folder) => Promise<string | null>
}

/** The links are the same objects from one drawing to the next. `dialog` is to be rendered somewhere. */
export function useUploadLinks(): { links: UploadLinks; dialog: ReactNode } {
  const { unlock, dialog } = useUnlock()

  const plain = useCallback(async ({ link_token }: Folder) => {
    const key = getUnlockedKey()
    return key === null || (await mayBeServed(link_token, key)) ? uploadLink(link_token) : refuse()
  }, [])

  const withKey = useCallback(
    async ({ link_token }: Folder) => {
      const key = await unlock('The fingerprint in the link is computed from your private key.')
      if (!key) return null
      return (await mayBeServed(link_token, key)) ? uploadLinkWithKey(link_token, key) : refuse()
    },
    [unlock],
  )

  const links = useMemo(() => ({ plain, withKey }), [plain, withKey])
  return { links, dialog }
}

/** Without an answer nothing speaks against the link. */
const mayBeServed = (linkToken: string, key: UnlockedKey): Promise<boolean> =>
  isServedKey(linkToken, key).catch(() => true)

function refuse(): null {
  notify('error', foreignKeyWarning, null)
  return null
}
