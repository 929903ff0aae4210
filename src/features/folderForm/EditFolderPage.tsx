import { type ReactNode, useState } from 'react'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { useFolderQuery, useUpdateFolderMutation } from '../../api/foldersApi.ts'
import { useEffectiveRules, useServerInfoQuery } from '../../api/serverApi.ts'
import { fault, FaultError } from '../../../core/faults/fault.ts'
import { mayManage } from '../../../core/trust/folderKeyFields.ts'
import { useUnlock } from '../../session/useUnlock.tsx'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { rememberPrivateNames, updateRememberedTitle } from '../../trust/rememberOwnFolder.ts'
import { ErrorBanner } from '../../ui/messages/ErrorBanner.tsx'
import { DashboardBreadcrumb } from '../../ui/page/DashboardBreadcrumb.tsx'
import { LoadingText } from '../../ui/messages/LoadingText.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { type FolderFields, fieldsOf, toUpdatePayload } from './folderFields.ts'
import { FolderForm } from './FolderForm.tsx'
import { signTitle } from './signTitle.ts'
import { useSaving } from './useSaving.ts'

interface EditFolderPageProps {
  folderId: string | undefined
  onDone: () => void
  webhookSection: (folderId: number) => ReactNode
}

export function EditFolderPage({ folderId, ...rest }: EditFolderPageProps) {
  if (folderId === undefined) return <NotEditable message={t('folderForm.idMissing')} />
  if (!/^[1-9][0-9]*$/.test(folderId)) return <NotEditable message={t('files.invalidId')} />
  return <EditFolderLoader key={folderId} folderId={Number(folderId)} {...rest} />
}

function NotEditable({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <Page title={t('folderForm.editTitle')} width="form" back={<DashboardBreadcrumb />}>
      <ErrorBanner message={message} {...(onRetry && { onRetry })} />
    </Page>
  )
}

type PassedOnProps = Pick<EditFolderPageProps, 'onDone' | 'webhookSection'>

function EditFolderLoader({ folderId, ...rest }: { folderId: number } & PassedOnProps) {
  const {
    data: loaded,
    error,
    isFetching,
    refetch,
  } = useFolderQuery(folderId, { refetchOnMountOrArgChange: true })
  // Keep the first version: a form in use is not reset when the folder is reloaded.
  const [folder, setFolder] = useState<Folder | null>(null)
  if (loaded && !isFetching && !folder) setFolder(loaded)
  if (folder && !mayManage(folder)) return <NotEditable message={t('folderForm.ownersOnly')} />
  if (folder) return <EditFolder folder={folder} {...rest} />
  if (isFetching) return <LoadingText>{t('folderForm.loading')}</LoadingText>
  const message = error ? errorText(error) : t('folderForm.notFound')
  return <NotEditable message={message} onRetry={() => void refetch()} />
}

function EditFolder({ folder, onDone, webhookSection }: { folder: Folder } & PassedOnProps) {
  const [initial] = useState(() => fieldsOf(folder))
  const { save, isSaving, failure, dialog } = useSaveFolder(folder, initial, onDone)
  const sendsMail = useServerInfoQuery(undefined).data?.sends_mail
  const rules = useEffectiveRules()
  if (rules === null) return <LoadingText>{t('rules.loading')}</LoadingText>

  return (
    <Page
      title={t('folderForm.editTitleOf', {
        title: folder.title === '' ? t('dashboard.noTitle') : folder.title,
      })}
      width="form"
      back={<DashboardBreadcrumb />}
    >
      <FolderForm
        initial={initial}
        rules={rules}
        existing={{ hasPassword: folder.has_password }}
        isShared={folder.several !== null}
        sendsMail={sendsMail}
        submitLabel={t('folderForm.save')}
        isSaving={isSaving}
        failure={failure}
        onSubmit={(fields) => void save(fields)}
        onCancel={onDone}
      />
      {webhookSection(folder.id)}
      {dialog}
    </Page>
  )
}

/** Saves the folder. The title of a shared folder is part of its signed statements, so it is signed first. */
function useSaveFolder(folder: Folder, initial: FolderFields, onDone: () => void) {
  const { id, several } = folder
  const dispatch = useAppDispatch()
  const [updateFolder] = useUpdateFolderMutation()
  const { unlock, dialog } = useUnlock()
  // An earlier attempt may have signed the title only.
  const [signedTitle, setSignedTitle] = useState(folder.title)
  const [attempts, setAttempts] = useState<readonly FolderFields[]>([])

  const askForKey = () => unlock(() => t('folderForm.titlePurpose'))

  /** A choice is remembered before it is sent; what the server shows is none. @returns false if the key was not opened */
  async function rememberNames(hidesNames: boolean): Promise<boolean> {
    if (hidesNames === initial.privateNames) return true
    const key = await unlock(() => t('folderForm.namesPurpose'))
    if (key) await dispatch(rememberPrivateNames(folder, hidesNames, key))
    return key !== null
  }

  const saving = useSaving(async (fields, isMounted) => {
    const changes = toUpdatePayload(fields, initial, attempts)
    const title = several ? changes.title.normalize('NFC') : changes.title
    if (several) {
      const isSigned = await dispatch(signTitle({ ...folder, title: signedTitle }, title, askForKey))
      if (!isSigned) return
      setSignedTitle(title)
    }
    if (!(await rememberNames(fields.privateNames))) return
    setAttempts([...attempts, fields])
    const saved = await updateFolder({ id, changes: { ...changes, title } }).unwrap()
    // Remember the title that was typed, not the server's version.
    if (title !== folder.title) await dispatch(updateRememberedTitle(folder, title))
    if (saved.title !== title) throw new FaultError(fault('folder-moved'))
    notify('success', t('folderForm.saved', { title: saved.title }))
    if (isMounted()) onDone()
  })

  return { ...saving, dialog }
}
