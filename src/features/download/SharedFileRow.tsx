import Button from '@mui/material/Button'
import { memo, useRef } from 'react'
import { shownText } from '../../../contract/shownText.ts'
import { useAppDispatch } from '../../store/hooks.ts'
import { FileName } from '../../ui/FileName.tsx'
import { formatBytes } from '../../ui/format.ts'
import { StatusText } from '../../ui/StatusText.tsx'
import { isRunning, type SharedRow } from './downloadPageSlice.ts'
import { buttonTexts, texts } from './downloadTexts.ts'
import { percentOf, progressText } from './progressText.ts'
import { cancelSaving, saveFile } from './saveFiles.ts'

/** One file: its name as it was sealed, how its saving goes, and its button. */
export const SharedFileRow = memo(function SharedFileRow({ row }: { row: SharedRow }) {
  const dispatch = useAppDispatch()
  const { id, phase, progress } = row
  const state = useRef<HTMLButtonElement>(null)
  const name = shownText(row.name)
  const path = row.path === '.' ? '' : `${shownText(row.path)}/`
  const running = isRunning(row)
  return (
    <div className={running ? 'file running' : 'file'}>
      <span className="name" title={path + name}>
        {path !== '' && <bdi className="folder">{path}</bdi>}
        <FileName name={row.name} whole />
      </span>
      <span className="about">
        <span className="figures">
          {running && progress ? progressText(progress) : formatBytes(row.size)}
        </span>
        {!running && (
          <span className="standing">
            <Standing row={row} />
          </span>
        )}
      </span>
      <span className="actions">
        {running && (
          <Button
            size="small"
            color="inherit"
            aria-label={`Cancel ${name}`}
            onClick={() => {
              state.current?.focus({ preventScroll: true })
              cancelSaving(id)
            }}
          >
            Cancel
          </Button>
        )}
        <Button
          ref={state}
          size="small"
          variant="outlined"
          className="state"
          data-phase={phase}
          aria-label={`${buttonTexts[phase]} ${name}`}
          aria-disabled={running}
          onClick={() => void dispatch(saveFile(id))}
        >
          {buttonTexts[phase]}
        </Button>
      </span>
      {running && (
        <span
          className="bar"
          role="progressbar"
          aria-label={`Progress of ${name}`}
          aria-valuenow={percentOf(progress)}
        >
          <span style={{ transform: `scaleX(${percentOf(progress) / 100})` }} />
        </span>
      )}
    </div>
  )
})

/** What is known of it: how it was saved last, and what differs. */
function Standing({ row: { verified, failure, difference, isSealed } }: { row: SharedRow }) {
  return (
    <>
      {!isSealed && <StatusText tone="attention">{texts.unsealed}</StatusText>}
      {difference !== null && <StatusText tone="attention">{difference}</StatusText>}
      {failure !== null && <StatusText tone="bad">{failure}</StatusText>}
      {verified !== null && <StatusText tone={isSealed ? 'good' : 'neutral'}>{verified}</StatusText>}
    </>
  )
}
