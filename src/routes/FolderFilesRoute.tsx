import { useParams } from '@tanstack/react-router'
import { CopyUploadLink } from '../features/dashboard/CopyUploadLink.tsx'
import { FolderHeadActions, FolderStatusLine, SentFolderActions } from '../features/dashboard/FolderHead.tsx'
import { useUploadLinks } from '../features/dashboard/useUploadLinks.tsx'
import { FolderFilesPage } from '../features/folderFiles/FolderFilesPage.tsx'
import { FolderHistory } from '../features/history/HistorySections.tsx'
import { OwnUpload } from '../features/upload/OwnUpload.tsx'
import { DownloadLinksSection } from '../features/share/DownloadLinksSection.tsx'
import type { Folder } from '../../contract/schemas/folders.ts'
import { t } from '../../i18n/t.ts'
import { useLanguage } from '../i18n/useLanguage.ts'
import { TextLink } from '../ui/buttons/TextLink.tsx'
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

/** Nobody else sends anything to such a folder. */
const isSent = ({ kind }: Folder) => kind === 'sent'

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
        uploadLink={(folder) => !isSent(folder) && <CopyUploadLink folder={folder} links={links} />}
        statusLine={(folder) =>
          isSent(folder) ? (
            <div>
              <TextLink to="/sent">{t('sent.title')}</TextLink>
            </div>
          ) : (
            <FolderStatusLine folder={folder} />
          )
        }
        headActions={(folder, isEmpty) =>
          isSent(folder) ? (
            <SentFolderActions folder={folder} />
          ) : (
            <FolderHeadActions folder={folder} links={links} isEmpty={isEmpty} />
          )
        }
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
