import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FileRecord, Folder } from '../../../../contract/schemas/folders.ts'
import type { Fault } from '../../../../core/faults/fault.ts'
import { faultOf } from '../../../../core/faults/faultOf.ts'
import { mayManage } from '../../../../core/trust/folderKeyFields.ts'
import { faultText } from '../../../../i18n/errorText.ts'
import { formatDateTime } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/t.ts'
import { beginTransfer } from '../../../../workers/shared/transfers.ts'
import { rich } from '../../../i18n/rich.ts'
import type { Unlock } from '../../../session/useUnlock.tsx'
import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts'
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx'
import { Banner } from '../../../ui/messages/Banner.tsx'
import { FileNames } from '../../../ui/values/FileName.tsx'
import { selectOpenNames } from '../checks/sealedFilesSlice.ts'
import { hideNames, type HidingProgress, nothingHidden } from './hideNames.ts'

interface OpenNamesNoteProps extends Pick<Unlock, 'unlock'> {
  folder: Folder
  records: readonly FileRecord[]
}

/** Says that the server knows names of a folder that hides them, and hides those of its files. */
export function OpenNamesNote({ folder, records, unlock }: OpenNamesNoteProps) {
  const openNames = useAppSelector((state) => selectOpenNames(state, records))
  const { step, start, stop } = useHiding(folder, unlock)
  const [isAsking, setAsking] = useState(false)
  if (step?.name === 'hiding')
    return (
      <Banner severity="info" action={<SmallButton onClick={stop}>{t('hidingNames.stop')}</SmallButton>}>
        {t('hidingNames.progress', { done: step.progress.done, total: step.total })}
      </Banner>
    )
  const { length: count } = openNames
  const button = mayManage(folder) && (
    <SmallButton onClick={() => setAsking(true)}>{t('hidingNames.start')}</SmallButton>
  )
  return (
    <Stack spacing={1}>
      {step && <HidingResult {...step} />}
      {count > 0 && (
        <Banner severity="info" action={button}>
          {t('files.openNames', { count })}
        </Banner>
      )}
      <ConfirmDialog
        open={isAsking}
        title={t('hidingNames.title', { count })}
        confirmLabel={t('hidingNames.start')}
        onConfirm={() => {
          setAsking(false)
          void start(openNames)
        }}
        onCancel={() => setAsking(false)}
      >
        {t('hidingNames.text')}
        {folder.trash && folder.trash.files > 0 && ` ${t('hidingNames.trash')}`}
      </ConfirmDialog>
    </Stack>
  )
}

const SmallButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <Button size="small" onClick={onClick}>
    {children}
  </Button>
)

type HidingStep =
  | { name: 'hiding'; progress: HidingProgress; total: number }
  /** `fault` is null if it was completed or stopped. */
  | { name: 'ended'; progress: HidingProgress; fault: Fault | null }

/** State of hiding; null before. Names that are hidden stay so, even if it fails or is stopped. Unmounting stops it. */
function useHiding(folder: Folder, unlock: Unlock['unlock']) {
  const dispatch = useAppDispatch()
  const [step, setStep] = useState<HidingStep | null>(null)
  const controller = useRef(new AbortController())
  useEffect(() => () => controller.current.abort(), [])

  async function start(records: readonly FileRecord[]) {
    const key = await unlock(() => t('hidingNames.purpose'))
    if (!key) return
    const { signal } = (controller.current = new AbortController())
    let progress = nothingHidden
    const onProgress = (reached: HidingProgress) => {
      progress = reached
      if (!signal.aborted) setStep({ name: 'hiding', progress, total: records.length })
    }
    onProgress(progress)
    const endTransfer = beginTransfer()
    try {
      await dispatch(hideNames({ folder, records }, key, { signal, onProgress }))
      setStep({ name: 'ended', progress, fault: null })
    } catch (error) {
      setStep({ name: 'ended', progress, fault: signal.aborted ? null : faultOf(error) })
    } finally {
      endTransfer()
    }
  }
  return { step, start, stop: () => controller.current.abort() }
}

const maxNamed = 5

function HidingResult({ progress, fault }: Extract<HidingStep, { name: 'ended' }>) {
  const { hidden, waiting, waitingUntil, withoutManifest, unopened, contradicted } = progress
  const more = Math.max(0, contradicted.length - maxNamed)
  const names = () => <FileNames names={contradicted.slice(0, maxNamed)} />
  return (
    <>
      {contradicted.length > 0 && (
        <Banner severity="warning">
          {rich('hidingNames.contradicted', { count: contradicted.length, more, names })}
        </Banner>
      )}
      <Banner severity={fault ? 'error' : 'success'}>
        {[
          t('hidingNames.hidden', { count: hidden }),
          waiting > 0 &&
            t('hidingNames.waiting', { count: waiting, date: formatDateTime(waitingUntil ?? '') }),
          withoutManifest > 0 && t('hidingNames.withoutManifest', { count: withoutManifest }),
          unopened > 0 && t('hidingNames.unopened', { count: unopened }),
          fault && faultText(fault),
        ]
          .filter(Boolean)
          .join(' ')}
      </Banner>
    </>
  )
}
