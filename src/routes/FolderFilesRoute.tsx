import { useParams } from '@tanstack/react-router'
import { CopyUploadLink } from '../features/dashboard/CopyUploadLink.tsx'
import { FolderHeadActions, FolderStatusLine } from '../features/dashboard/FolderHead.tsx'
import { useUploadLinks } from '../features/dashboard/useUploadLinks.tsx'
import { FolderFilesPage } from '../features/folderFiles/FolderFilesPage.tsx'
import { FolderHistory } from '../features/history/HistoryPanel.tsx'
import { OwnUpload } from '../features/upload/OwnUpload.tsx'
import { ActiveLinks } from '../features/share/ActiveLinks.tsx'
import { useLanguage } from '../i18n/useLanguage.ts'
import { lazyOrNothing } from '../ui/lazyOrNothing.tsx'
import { mayManage } from '../../core/trust/folderKeyFields.ts'

// Forms and their schemas load when a link is to be created.
const CreateLink = lazyOrNothing(() => import('../features/share/CreateLink.tsx'), 'CreateLink')
// Most folders have one member.
const PeopleSection = lazyOrNothing(() => import('../features/people/PeopleSection.tsx'), 'PeopleSection')
const FolderTrustNote = lazyOrNothing(
  () => import('../features/people/FolderTrustNote.tsx'),
  'FolderTrustNote',
)

const CopyFiles = lazyOrNothing(() => import('../features/copyFiles/CopyFiles.tsx'), 'CopyFiles')

export function FolderFilesRoute() {
  useLanguage()
  const { folderId } = useParams({ from: '/admin/folders/view/$folderId' })
  return <FolderFiles key={folderId} folderId={folderId} />
}

function FolderFiles({ folderId }: { folderId: string }) {
  const { links, dialog } = useUploadLinks()
  return (
    <>
      <FolderFilesPage
        folderId={folderId}
        createLink={(props) => <CreateLink {...props} />}
        copyFiles={(props) => <CopyFiles {...props} />}
        activeLinks={(props) => <ActiveLinks {...props} />}
        uploadLink={(folder) => <CopyUploadLink folder={folder} links={links} />}
        state={(folder) => <FolderStatusLine folder={folder} />}
        headActions={(folder, isEmpty) => (
          <FolderHeadActions folder={folder} links={links} isEmpty={isEmpty} />
        )}
        ownUpload={(props) => <OwnUpload {...props} />}
        trustNote={(folder) => folder.several && <FolderTrustNote folder={folder} />}
        history={(folder) => mayManage(folder) && <FolderHistory folderId={folder.id} />}
        people={({ folder, unlock }) =>
          folder.several && (
            <PeopleSection folder={folder} unlock={unlock} copyUploadLink={() => links.withKey(folder)} />
          )
        }
      />
      {dialog}
    </>
  )
}
