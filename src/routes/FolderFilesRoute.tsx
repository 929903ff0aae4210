import { useParams } from '@tanstack/react-router'
import { CopyUploadLink } from '../features/dashboard/CopyUploadLink.tsx'
import { FolderHeadActions, FolderStatusLine } from '../features/dashboard/FolderHead.tsx'
import { useUploadLinks } from '../features/dashboard/useUploadLinks.tsx'
import { FolderFilesPage } from '../features/folderFiles/FolderFilesPage.tsx'
import { FolderHistory } from '../features/history/HistorySections.tsx'
import { OwnUpload } from '../features/upload/OwnUpload.tsx'
import { DownloadLinksSection } from '../features/share/DownloadLinksSection.tsx'
import { useLanguage } from '../i18n/useLanguage.ts'
import { lazyOrNothing } from '../ui/lazy/lazyOrNothing.tsx'
import { mayManage } from '../../core/trust/folderKeyFields.ts'

// Forms and their schemas load when a link is to be created.
const CreateLinkDialog = lazyOrNothing(
  () => import('../features/share/CreateLinkDialog.tsx'),
  'CreateLinkDialog',
)
// Most folders have one member.
const FolderPeopleSection = lazyOrNothing(
  () => import('../features/people/FolderPeopleSection.tsx'),
  'FolderPeopleSection',
)
const FolderTrustNote = lazyOrNothing(
  () => import('../features/people/FolderTrustNote.tsx'),
  'FolderTrustNote',
)

const CopyFilesDialog = lazyOrNothing(
  () => import('../features/copyFiles/CopyFilesDialog.tsx'),
  'CopyFilesDialog',
)

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
        createLinkDialog={(props) => <CreateLinkDialog {...props} />}
        copyFilesDialog={(props) => <CopyFilesDialog {...props} />}
        activeLinks={(props) => <DownloadLinksSection {...props} />}
        uploadLink={(folder) => <CopyUploadLink folder={folder} links={links} />}
        statusLine={(folder) => <FolderStatusLine folder={folder} />}
        headActions={(folder, isEmpty) => (
          <FolderHeadActions folder={folder} links={links} isEmpty={isEmpty} />
        )}
        ownUpload={(props) => <OwnUpload {...props} />}
        trustNote={(folder) => folder.several && <FolderTrustNote folder={folder} />}
        history={(folder, rowNames) =>
          mayManage(folder) && <FolderHistory folderId={folder.id} fileNames={rowNames} />
        }
        people={({ folder, unlock }) =>
          folder.several && (
            <FolderPeopleSection
              folder={folder}
              unlock={unlock}
              getUploadLink={() => links.withKey(folder)}
            />
          )
        }
      />
      {dialog}
    </>
  )
}
