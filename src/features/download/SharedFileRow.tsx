import ShareIcon from '@mui/icons-material/Share'
import Button from '@mui/material/Button'
import { memo, useRef } from 'react'
import { shownText } from '../../../contract/shownText.ts'
import { canShareFile } from '../../platform/fileSharing.ts'
import { cancelSaving, resumeSaving } from '../../saving/runSaving.ts'
import { type Saving, selectSaving } from '../../saving/savingSlice.ts'
import { savingPercent, progressText, shortBlockerText } from '../../saving/savingTexts.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { t } from '../../../i18n/t.ts'
import { FileName } from '../../ui/values/FileName.tsx'
import { shownBytes } from '../../../i18n/format.ts'
import { RowProgressBar } from '../../ui/values/RowProgressBar.tsx'
import { StatusText } from '../../ui/messages/StatusText.tsx'
import { selectDownloadPage, type SharedRow } from './downloadPageSlice.ts'
import { buttonText, differenceText, verifiedText } from './downloadTexts.ts'
import { phaseOf } from './rowPhase.ts'
import { saveFile } from './saveFiles.ts'

interface SharedFileRowProps {
  row: SharedRow
  /** Shows a message. */
  onContent: (content: Blob) => void
  /** Shows a file by its id. */
  onPreview: (id: number) => void
}

/** A file with its progress, a button to save it, and one to share it on phones. */
export const SharedFileRow = memo(function SharedFileRow({ row, onContent, onPreview }: SharedFileRowProps) {
  useLanguage()
  const dispatch = useAppDispatch()
  const { id } = row
  const saving = useAppSelector((state) => selectSaving(state, `file:${id}`))
  const hasEnded = useAppSelector((page) => selectDownloadPage(page).failure !== null)
  const state = useRef<HTMLButtonElement>(null)
  const name = shownText(row.name)
  const phase = phaseOf(row, saving)
  const running = saving?.end === null ? saving : null
  const isReady = phase === 'ready'
  return (
    <div className={running ? 'file running' : 'file'}>
      <span className="name" title={name}>
        <button type="button" className="look" disabled={hasEnded} onClick={() => onPreview(id)}>
          <FileName name={row.name} whole />
        </button>
      </span>
      <span className="about">
        <span className="figures">
          {running?.progress ? progressText(running.progress) : shownBytes(row.size)}
        </span>
        <span className="outcome">
          {running ? running.blocker && <BlockerText blocker={running.blocker} /> : <Outcome row={row} />}
        </span>
      </span>
      <span className="actions">
        {running && (
          <Button
            variant="text"
            size="small"
            color="inherit"
            aria-label={t('download.cancelFile', { name })}
            onClick={() => {
              state.current?.focus({ preventScroll: true })
              dispatch(cancelSaving(`file:${id}`))
            }}
          >
            {t('ui.cancel')}
          </Button>
        )}
        {!running && row.isText && (
          <Button
            variant="text"
            size="small"
            aria-label={t('download.buttonOf', { button: t('message.read'), name })}
            disabled={hasEnded}
            onClick={() => void dispatch(saveFile(id, { onContent }))}
          >
            {t('message.read')}
          </Button>
        )}
        {!running && canShareFile(row.name, row.size) && (
          <Button
            variant="text"
            sx={{ minWidth: 40, px: 1 }}
            aria-label={t('download.buttonOf', { button: t('ui.share'), name })}
            disabled={hasEnded}
            onClick={() => {
              state.current?.focus({ preventScroll: true })
              void dispatch(saveFile(id, { toShareSheet: true }))
            }}
          >
            <ShareIcon fontSize="small" />
          </Button>
        )}
        <Button
          ref={state}
          size="small"
          className="state"
          {...(isReady && { variant: 'contained' })}
          data-phase={phase}
          aria-label={t('download.buttonOf', { button: buttonText(phase), name })}
          aria-disabled={running === null ? hasEnded : !isReady}
          onClick={() => {
            if (isReady) dispatch(resumeSaving(`file:${id}`))
            else if (!hasEnded) void dispatch(saveFile(id))
          }}
        >
          {buttonText(phase)}
        </Button>
      </span>
      {running && <RowProgressBar name={row.name} percent={savingPercent(running) ?? 0} />}
    </div>
  )
})

const BlockerText = ({ blocker }: { blocker: NonNullable<Saving['blocker']> }) => (
  <StatusText tone={blocker === 'user-activation' ? 'neutral' : 'attention'}>
    {shortBlockerText(blocker)}
  </StatusText>
)

/** The last outcome of saving the file, and differences to its manifest. */
function Outcome({ row }: { row: SharedRow }) {
  const { last, difference, isSealed } = row
  const verified = verifiedText(row)
  return (
    <>
      {!isSealed && <StatusText tone="attention">{t('download.unsealed')}</StatusText>}
      {difference && <StatusText tone="attention">{differenceText(difference)}</StatusText>}
      {last?.type === 'failed' && <StatusText tone="bad">{faultText(last.fault)}</StatusText>}
      {verified !== null && !isSealed && <StatusText tone="neutral">{verified}</StatusText>}
      {verified !== null && isSealed && (
        // Open if the person asked for a checksum.
        <details open={last?.type === 'saved' && last.sha256 !== null}>
          <summary className="verified">{t('download.verifiedMark')}</summary>
          {verified}
        </details>
      )}
    </>
  )
}
