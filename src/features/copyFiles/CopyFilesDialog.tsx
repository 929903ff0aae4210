import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import type { FileRecord, Folder } from '../../../contract/schemas/folders.ts'
import { shownText } from '../../../contract/shownText.ts'
import { useFoldersQuery } from '../../api/foldersApi.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'
import { errorText, faultText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/messages/Banner.tsx'
import { ButtonLink } from '../../ui/buttons/ButtonLink.tsx'
import { DialogStep } from '../../ui/dialogs/FormDialog.tsx'
import { TitledDialog } from '../../ui/dialogs/TitledDialog.tsx'
import type { CopySelection } from './fileCopy.ts'
import { FilesToCopy } from './FilesToCopy.tsx'
import { TargetChoice } from './TargetChoice.tsx'
import { type FileCopy, type CopyStep, useFileCopy } from './useFileCopy.ts'

interface CopyFilesDialogProps {
  folder: Folder
  records: readonly FileRecord[]
  unlockedKey: UnlockedKey
  onClose: () => void
}

/** Copies files of a folder of one person into a shared folder that the same person owns. */
export function CopyFilesDialog({ folder, records, unlockedKey, onClose }: CopyFilesDialogProps) {
  const copying = useFileCopy(folder, records, unlockedKey)
  const { step } = copying
  const isBusy = step.name === 'copying'
  return (
    <TitledDialog
      open
      maxWidth="sm"
      onClose={isBusy ? undefined : onClose}
      title={t(step.name === 'done' ? 'copying.titleDone' : 'copying.title')}
    >
      {step.name === 'choosing' ? (
        <ChooseTarget chosen={step.chosen} onStart={copying.start} onClose={onClose} />
      ) : (
        <CopyProgress step={step} copying={copying} total={records.length} onClose={onClose} />
      )}
    </TitledDialog>
  )
}

interface ChooseTargetProps {
  chosen: CopySelection
  onStart: (target: Folder) => void
  onClose: () => void
}

function ChooseTarget({ chosen, onStart, onClose }: ChooseTargetProps) {
  const { data: folders, error, refetch } = useFoldersQuery({ sort_by: 'title', sort_order: 'asc' })
  const targets = folders?.filter(({ several }) => several?.role === 'owner')
  const [chosenId, setChosenId] = useState<number | null>(null)
  const [first, ...others] = targets ?? []
  // A single target is selected by default.
  const targetId = chosenId ?? (others.length === 0 ? (first?.id ?? null) : null)
  const target = targets?.find(({ id }) => id === targetId)
  const isEmpty = chosen.files.length === 0
  return (
    <DialogStep
      spacing={2.5}
      actions={
        <>
          <Button onClick={onClose}>{t(isEmpty ? 'ui.close' : 'ui.cancel')}</Button>
          {!isEmpty && (
            <Button variant="contained" disabled={!target} onClick={() => target && onStart(target)}>
              {t('copying.copy', { count: chosen.files.length })}
            </Button>
          )}
        </>
      }
    >
      <FilesToCopy chosen={chosen} />
      {!isEmpty && (
        <TargetChoice
          targets={targets}
          failure={error === undefined ? null : errorText(error)}
          onRetry={() => void refetch()}
          chosen={targetId}
          onChoose={setChosenId}
        />
      )}
      {!isEmpty && targets && targets.length > 0 && <Small>{t('copying.note')}</Small>}
    </DialogStep>
  )
}

interface CopyProgressProps {
  step: Exclude<CopyStep, { name: 'choosing' }>
  copying: FileCopy
  total: number
  onClose: () => void
}

function CopyProgress({ step, copying, total, onClose }: CopyProgressProps) {
  const close = <Button onClick={onClose}>{t(step.name === 'reading' ? 'ui.cancel' : 'ui.close')}</Button>
  const withClose = (label: string, onClick: () => void) => (
    <>
      {close}
      <Button variant="contained" onClick={onClick}>
        {label}
      </Button>
    </>
  )
  switch (step.name) {
    case 'reading':
      return (
        <Pane actions={close}>
          <Progress label={t('copying.reading')} done={step.done} total={total} />
        </Pane>
      )
    case 'unreadable':
      return (
        <Pane actions={withClose(t('ui.tryAgain'), copying.retryReading)}>
          <Banner severity="error">{t('copying.unread', { reason: faultText(step.fault) })}</Banner>
        </Pane>
      )
    case 'copying':
      return (
        <Pane actions={<Button onClick={copying.stop}>{t('copying.stop')}</Button>}>
          <Progress
            label={t('copying.copyingTo', titleValues(step.target))}
            done={step.done}
            total={step.chosen.files.length}
          />
        </Pane>
      )
    case 'halted':
      return (
        <Pane actions={withClose(t('copying.goOn'), copying.resume)}>
          <Banner severity={step.fault ? 'error' : 'info'}>
            {copiedSoFar(step.done, step.chosen.files.length, step.target)}
            {step.fault && ` ${faultText(step.fault)}`}
          </Banner>
          <Small>{t('copying.haltedText')}</Small>
        </Pane>
      )
    case 'done': {
      const { withoutManifest, unopened, elsewhere, returned } = step.chosen
      const leftOut = withoutManifest.length + unopened.length + elsewhere.length + returned.length
      return (
        <Pane
          actions={
            <>
              <ButtonLink to="/folders/view/$folderId" params={{ folderId: String(step.target.id) }}>
                {t('copying.openFolder')}
              </ButtonLink>
              <Button variant="contained" autoFocus onClick={onClose}>
                {t('session.finish')}
              </Button>
            </>
          }
        >
          <Banner severity="success">
            {t('copying.done', { count: step.chosen.files.length, ...titleValues(step.target) })}
            {leftOut > 0 && ` ${t('copying.leftOut', { count: leftOut })}`}
          </Banner>
        </Pane>
      )
    }
  }
}

const titleValues = ({ title }: Folder) => ({ titled: title === '' ? 'no' : 'yes', title: shownText(title) })

const copiedSoFar = (copiedCount: number, total: number, target: Folder) =>
  copiedCount === 0
    ? t('copying.noneThere', titleValues(target))
    : t('copying.someThere', { done: copiedCount, count: total, ...titleValues(target) })

const Pane = (props: { children: ReactNode; actions: ReactNode }) => <DialogStep spacing={1.5} {...props} />

function Progress({ label, done, total }: { label: string; done: number; total: number }) {
  return (
    <Typography variant="body2" component="div" role="status">
      {t('copying.progress', { what: label, done, total })}
      <LinearProgress
        aria-label={label}
        variant="determinate"
        value={(100 * done) / Math.max(1, total)}
        sx={{ mt: 1 }}
      />
    </Typography>
  )
}

const Small = styled('p')(({ theme: { vars, typography } }) => ({
  ...typography.small,
  margin: 0,
  color: vars.palette.text.secondary,
}))
