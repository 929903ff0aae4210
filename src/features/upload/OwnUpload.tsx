import UploadIcon from '@mui/icons-material/FileUploadOutlined'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type DragEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { errorText } from '../../../i18n/errorText.ts'
import { loadTexts } from '../../../i18n/language.ts'
import { t } from '../../../i18n/t.ts'
import {
  hasFiles,
  type IncomingFiles,
  incomingFilesOf,
  fromDataTransfer,
  FileHandover,
} from '../../first/incomingFiles.ts'
import { databaseExists } from '../../platform/databases.ts'
import { type UnlockedKey, useUnlockedKey } from '../../session/unlockedKey.ts'
import type { Unlock } from '../../session/useUnlock.tsx'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { useIsOffline } from '../../store/connectivityHooks.ts'
import { DropdownMenu } from '../../ui/buttons/DropdownMenu.tsx'
import { lazyExport } from '../../ui/lazy/lazyExport.ts'
import { iconOnPhones } from '../../ui/theme/visuallyHidden.ts'
import { type OwnRecipient, ownRecipientOf } from './ownFolder/ownRecipient.ts'

/** The upload engine's page, with its texts; most visits to a folder send nothing. */
const OwnUploadPanel = lazyExport(async () => {
  const [panel] = await Promise.all([
    import('./ownFolder/OwnUploadPanel.tsx'),
    loadTexts('upload'),
    loadTexts('uploadLater'),
  ])
  return panel
}, 'OwnUploadPanel')

interface OwnUploadProps extends Pick<Unlock, 'unlock'> {
  folder: Folder
  children: (parts: { button: ReactNode; panel: ReactNode }) => ReactNode
}

/**
 * Sends files into a folder of one's own ([Note: Own uploads]), chosen by its button or dropped anywhere on
 * its children. The private key has to be unlocked: it says which key the files are sealed to, whatever the
 * server says.
 */
export function OwnUpload({ folder, unlock, children }: OwnUploadProps) {
  const dispatch = useAppDispatch()
  const offline = useIsOffline()
  const unlockedKey = useUnlockedKey()
  const [recipient, setRecipient] = useState<OwnRecipient | null>(null)
  const [handover] = useState(() => new FileHandover())

  const findRecipient = async (key: UnlockedKey): Promise<OwnRecipient | null> => {
    try {
      return await dispatch(ownRecipientOf(folder, key))
    } catch (error) {
      notify('error', errorText(error), null)
      return null
    }
  }
  const currentRecipient = async (): Promise<OwnRecipient | null> => {
    // While the panel has files, the key may be locked.
    if (recipient !== null && unlockedKey === null) return recipient
    const key = await unlock(() => t('files.uploadPurpose'))
    return key && findRecipient(key)
  }
  const takeFiles = async (incomingFiles: IncomingFiles) => {
    if (incomingFiles.files.length + incomingFiles.entries.length === 0) return
    const ownRecipient = await currentRecipient()
    if (!ownRecipient) return
    // The panel of a former recipient must not take them.
    flushSync(() => setRecipient(ownRecipient))
    handover.deliver(incomingFiles)
  }

  // An interrupted upload is offered once the key is unlocked.
  const latestFindRecipient = useRef(findRecipient)
  useEffect(() => void (latestFindRecipient.current = findRecipient))
  useEffect(() => {
    if (unlockedKey === null) return
    let isHere = true
    const offerInterrupted = async () => {
      if (!(await databaseExists('uploads'))) return
      const ownRecipient = await latestFindRecipient.current(unlockedKey)
      if (isHere) setRecipient((before) => before ?? ownRecipient)
    }
    void offerInterrupted()
    return () => void (isHere = false)
  }, [unlockedKey])

  const panel = recipient && (
    <Suspense>
      <OwnUploadPanel
        key={recipient.keyFingerprint}
        folderId={folder.id}
        recipient={recipient}
        handover={handover}
        onLocked={() => setRecipient(null)}
      />
    </Suspense>
  )
  return (
    <DropTarget disabled={offline} onDropped={(given) => void takeFiles(given)}>
      {children({
        button: <ChooseFilesButton disabled={offline} onChosen={(given) => void takeFiles(given)} />,
        panel,
      })}
    </DropTarget>
  )
}

/** A quiet button with a menu: files, or a folder where the browser can choose one. */
function ChooseFilesButton({
  disabled,
  onChosen,
}: {
  disabled: boolean
  onChosen: (incomingFiles: IncomingFiles) => void
}) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [menuAt, setMenuAt] = useState<HTMLElement | null>(null)
  const canChooseFolders = 'webkitdirectory' in HTMLInputElement.prototype
  const input = {
    type: 'file',
    multiple: true,
    hidden: true,
    onChange: ({ target }: { target: HTMLInputElement }) => {
      onChosen(incomingFilesOf(target.files ?? []))
      // Allow the same files to be chosen again.
      target.value = ''
    },
  }
  return (
    <>
      <Button
        variant="text"
        color="inherit"
        disabled={disabled}
        startIcon={<UploadIcon />}
        title={t('files.upload')}
        sx={iconOnPhones}
        {...(canChooseFolders && { 'aria-haspopup': 'menu', 'aria-expanded': menuAt !== null })}
        onClick={(event) => (canChooseFolders ? setMenuAt(event.currentTarget) : files.current?.click())}
      >
        <span className="label">{t('files.upload')}</span>
      </Button>
      <DropdownMenu
        anchor={menuAt}
        items={[
          { label: t('files.uploadFiles'), onChoose: () => files.current?.click() },
          { label: t('files.uploadFolder'), onChoose: () => folder.current?.click() },
        ]}
        onClose={() => setMenuAt(null)}
      />
      <input ref={files} {...input} aria-label={t('files.uploadFiles')} data-own-upload="files" />
      {canChooseFolders && (
        <input
          ref={folder}
          {...input}
          {...{ webkitdirectory: '' }}
          aria-label={t('files.uploadFolder')}
          data-own-upload="folder"
        />
      )}
    </>
  )
}

interface DropTargetProps {
  disabled: boolean
  onDropped: (incomingFiles: IncomingFiles) => void
  children: ReactNode
}

/** Takes files and folders that are dropped on its content, not on dialogs that it opens. */
function DropTarget({ disabled, onDropped, children }: DropTargetProps) {
  const [isOver, setOver] = useState(false)
  const accepts = ({ dataTransfer, currentTarget, target }: DragEvent<HTMLDivElement>) =>
    !disabled && hasFiles(dataTransfer) && currentTarget.contains(target as Node)
  return (
    <div
      onDragEnter={(event) => accepts(event) && setOver(true)}
      onDragOver={(event) => {
        if (!accepts(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        setOver(false)
        if (!accepts(event)) return
        event.preventDefault()
        onDropped(fromDataTransfer(event.dataTransfer))
      }}
    >
      {children}
      {isOver && <DropHint>{t('files.dropToUpload')}</DropHint>}
    </div>
  )
}

/** Over the whole page, which is the target. */
const DropHint = styled('div')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.h3,
  position: 'fixed',
  inset: spacing(1),
  zIndex: vars.zIndex.modal,
  pointerEvents: 'none',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  textAlign: 'center',
  borderRadius: 12,
  border: `2px dashed ${vars.palette.primary.main}`,
  backgroundColor: `color-mix(in srgb, ${vars.palette.background.paper} 88%, ${vars.palette.primary.main} 12%)`,
  opacity: 0.94,
}))
