import type { Folder } from '../../contract/schemas/folders.ts'
import { uploadLinkTag } from '../../core/crypto/index.ts'
import { faultOf } from '../../core/faults/faultOf.ts'
import type { OwnFile } from '../../core/keys/ownFiles.ts'
import { boundVerdict, type JudgedFolder } from '../../core/trust/boundVerdict.ts'
import { ContactsAlarm } from '../../core/trust/contactsAlarm.ts'
import { type FolderLinks, folderLinks } from '../../core/trust/folderLinks.ts'
import { ownFolderTrust } from '../../core/trust/ownFolders.ts'
import type { UnlockedKey } from '../session/unlockedKey.ts'
import type { AppThunk } from '../store/store.ts'

/** Properties of a folder that say which files belong to it. */
export type LinkedFolder = Pick<Folder, 'id' | 'title' | 'several' | 'link_token'>

export type OwnJudgedFolder = JudgedFolder & { readonly links: FolderLinks | null }

/** What the person and this device remember of a folder's links ([Note: Remembered links]). @throws FaultError */
export const judgedFolder =
  (folder: LinkedFolder, key: UnlockedKey): AppThunk<Promise<OwnJudgedFolder>> =>
  async (dispatch) => {
    const { id, several, link_token } = folder
    if (several) return { id, links: null, trust: 'unread' }
    const { trustOf } = await import('./trustService.ts')
    const trust = dispatch(trustOf(key))
    const own = await trust.contacts.load().then(
      (contacts) => contacts.own,
      (error: unknown) => {
        if (error instanceof ContactsAlarm || faultOf(error).code === 'newer-version') return null
        throw error
      },
    )
    const device = await trust.rememberLinks([folder])
    const links = folderLinks({ id, tag: await uploadLinkTag(link_token) }, own, device)
    return { id, links, trust: own ? ownFolderTrust(own, folder).type : 'unbelieved' }
  }

/** Whether an opened file belongs to the folder. */
export const verdictOf = (
  { source, origin, sentTo }: Pick<OwnFile, 'source' | 'origin' | 'sentTo'>,
  folder: OwnJudgedFolder,
): ReturnType<typeof boundVerdict> =>
  boundVerdict({ hasManifest: source.hasManifest, origin, sentTo }, folder)
