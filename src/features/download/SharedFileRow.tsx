import ShareIcon from '@mui/icons-material/Share'
import Button from '@mui/material/Button'
import { memo, useRef } from 'react'
import { shownText } from '../../../contract/shownText.ts'
import { canShareFile } from '../../platform/fileSharing.ts'
import { cancelSaving, resumeSaving } from '../../saving/save.ts'
import { type Saving, selectSaving } from '../../saving/savingSlice.ts'
import { percentOf, progressText, shortBlockerText } from '../../saving/savingTexts.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { useLanguage } from '../../i18n/useLanguage.ts'
import { t } from '../../../i18n/t.ts'
import { FileName } from '../../ui/FileName.tsx'
import { shownBytes } from '../../../i18n/format.ts'
import { StatusText } from '../../ui/StatusText.tsx'
import { selectDownloadPage, type SharedRow } from './downloadPageSlice.ts'
import { buttonText, differenceText, verifiedText } from './downloadTexts.ts'
import { phaseOf } from './rowPhase.ts'
import { saveFile } from './saveFiles.ts'

/** A file: its sealed name, its progress, a button to save it, and one to share it on phones. */
export const SharedFileRow = memo(function SharedFileRow({ row }: { row: SharedRow }) {
  useLanguage()
  const dispatch = useAppDispatch()
  const { id } = row
  const saving = useAppSelector((state) => selectSaving(state, `file:${id}`))
  const hasEnded = useAppSelector((page) => selectDownloadPage(page).failure !== null)
  const state = useRef<HTMLButtonElement>(null)
  const name = shownText(row.name)
  const phase = phaseOf(row, saving)
  const going = saving?.end === null ? saving : null
  const isReady = phase === 'ready'
  return (
    <div className={going ? 'file running' : 'file'}>
      <span className="name" title={name}>
        <FileName name={row.name} whole />
      </span>
      <span className="about">
        <span className="figures">
          {going?.progress ? progressText(going.progress) : shownBytes(row.size)}
        </span>
        <span className="standing">
          {going ? going.blocker && <Waits blocker={going.blocker} /> : <Standing row={row} />}
        </span>
      </span>
      <span className="actions">
        {going && (
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
        {!going && canShareFile(row.name, row.size) && (
          <Button
            variant="text"
            sx={{ minWidth: 40, px: 1 }}
            aria-label={t('download.buttonOf', { button: t('ui.share'), name })}
            disabled={hasEnded}
            onClick={() => {
              state.current?.focus({ preventScroll: true })
              void dispatch(saveFile(id, true))
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
          aria-disabled={going === null ? hasEnded : !isReady}
          onClick={() => {
            if (isReady) dispatch(resumeSaving(`file:${id}`))
            else if (!hasEnded) void dispatch(saveFile(id))
          }}
        >
          {buttonText(phase)}
        </Button>
      </span>
      {going && <Bar name={name} percent={percentOf(going) ?? 0} />}
    </div>
  )
})

function Bar({ name, percent }: { name: string; percent: number }) {
  return (
    <span
      className="bar"
      role="progressbar"
      aria-label={t('ui.progressOf', { name })}
      aria-valuenow={percent}
    >
      <span style={{ transform: `scaleX(${percent / 100})` }} />
    </span>
  )
}

const Waits = ({ blocker }: { blocker: NonNullable<Saving['blocker']> }) => (
  <StatusText tone={blocker === 'user-activation' ? 'neutral' : 'attention'}>
    {shortBlockerText(blocker)}
  </StatusText>
)

/** The last outcome of saving the file, and differences to its manifest. */
function Standing({ row }: { row: SharedRow }) {
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
