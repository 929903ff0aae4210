import Stack from '@mui/material/Stack'
import { type ReactNode, useEffect } from 'react'
import { sharedFilesPage } from '../../../contract/shareTarget.ts'
import type { Folder } from '../../../contract/schemas/folders.ts'
import type { ReceivedFile } from '../../../i18n/receiptText.ts'
import { t } from '../../../i18n/t.ts'
import { filesToSend } from '../../first/incomingFiles.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { Banner } from '../../ui/messages/Banner.tsx'
import { Explanation } from '../../ui/messages/Explanation.tsx'
import { DropArea, promptText } from './intake/DropArea.tsx'
import { LeftOutNote } from './intake/LeftOutNote.tsx'
import { nothingLeftOut, useFileIntake } from './intake/useFileIntake.ts'
import { putMessage } from './message/messageDraft.ts'
import { leaveOwnPage } from './ownFolder/ownPage.ts'
import { sendChosenFiles } from './ownFolder/sendChosenFiles.ts'
import { noRecipientText } from './queue/failureTexts.ts'
import { QueuePanel } from './queue/QueuePanel.tsx'
import { selectCounts, selectIsEmpty, selectReceivedCount } from './queue/queueSlice.ts'
import { Announcements } from './sending/Announcements.tsx'
import { LeaveGuard } from './sending/LeaveGuard.tsx'
import { selectIsSending, selectUpload } from './uploadSlice.ts'

interface FilesToSendProps {
  /** True while nothing may be added or removed. */
  disabled: boolean
  children: (parts: {
    /** The drop area, and the list of what was chosen with its progress. */
    panel: ReactNode
    /** Number of files, those that arrived already included. */
    count: number
    hasFailed: boolean
    isReading: boolean
    /** True once something has arrived: a message is not changed any more. */
    hasArrived: boolean
    /** @param message sent as a file beside the others, or alone; '' for none */
    send: (folder: Folder, key: UnlockedKey, message: string) => Promise<readonly ReceivedFile[] | null>
  }) => ReactNode
}

/** Takes files before there is a folder for them, anywhere on its children, and sends them into one as `OwnUpload` does. */
export function FilesToSend({ disabled, children }: FilesToSendProps) {
  const dispatch = useAppDispatch()
  useEffect(() => {
    // What was shared to the application is here now: sharedFilesPage.
    const { search } = window.location
    if (search !== '' && sharedFilesPage.endsWith(search))
      window.history.replaceState(window.history.state, '', window.location.pathname)
    return () => {
      dispatch(leaveOwnPage())
    }
  }, [dispatch])
  const upload = useAppSelector(selectUpload)
  const sending = useAppSelector(selectIsSending)
  const isEmpty = useAppSelector(selectIsEmpty)
  const received = useAppSelector(selectReceivedCount)
  const { pending, error } = useAppSelector(selectCounts)
  const intake = useFileIntake({
    handover: filesToSend,
    disabled: disabled || sending,
    maxFileBytes: upload.maxFileBytes,
    onBegin: doNothing,
  })
  const isReading = intake.reading !== null
  const panel = (
    <Stack spacing={2}>
      {upload.failure && error > 0 && <Banner severity="error">{noRecipientText(upload.failure)}</Banner>}
      {intake.leftOut !== nothingLeftOut && <LeftOutNote intake={intake} />}
      {!isEmpty && <QueuePanel reading={isReading} isSentElsewhere />}
      {isEmpty && received > 0 && <Explanation>{t('upload.sentCount', { count: received })}</Explanation>}
      {!sending && !disabled && (
        <DropArea
          intake={intake}
          compact={!isEmpty || received > 0}
          prompt={promptText(upload, { finished: false, isEmpty })}
        />
      )}
    </Stack>
  )
  return (
    <div {...intake.rootProps}>
      <input {...intake.fileInputProps} />
      <input {...intake.folderInputProps} />
      <Announcements />
      <LeaveGuard active={sending} text={t('send.stopText')} />
      {children({
        panel,
        count: pending + error + received,
        hasFailed: error > 0,
        isReading,
        hasArrived: received > 0,
        send: async (folder, key, message) => {
          if (received === 0) await dispatch(putMessage(message))
          return dispatch(sendChosenFiles(folder, key))
        },
      })}
    </div>
  )
}

const doNothing = () => undefined
