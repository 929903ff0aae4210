import { shownText } from '../../../contract/shownText.ts'
import { type SavingProgress, selectSaving } from '../../saving/savingSlice.ts'
import { shortBlockerText } from '../../saving/savingTexts.ts'
import { useAppSelector } from '../../store/hooks.ts'
import type { RootState } from '../../store/store.ts'
import { t } from '../../../i18n/t.ts'
import { visuallyHidden } from '../../ui/theme/visuallyHidden.ts'
import { downloadStep, selectDownloadPage, type SharedRow } from './downloadPageSlice.ts'
import { buttonText, verifiedText } from './downloadTexts.ts'
import { phaseOf } from './rowPhase.ts'

/** Announces to screen readers that the files are listed, and the progress of a download in quarters. */
export function Announcements() {
  const text = useAppSelector((state) => {
    const { step, rows } = selectDownloadPage(state)
    if (step !== downloadStep.ready) return ''
    const saving = selectSaving(state, 'all')
    if (saving?.end === null) return t('download.saidAll', { percent: percentInQuarters(saving.progress) })
    const running = rows.flatMap((row) => rowAnnouncement(state, row) ?? [])
    return running.length === 0 ? t('download.saidReady', { count: rows.length }) : running.join(', ')
  })
  return (
    <div role="status" style={visuallyHidden}>
      {text}
    </div>
  )
}

function rowAnnouncement(state: RootState, row: SharedRow): string | null {
  const saving = selectSaving(state, `file:${row.id}`)
  const phase = phaseOf(row, saving)
  const name = shownText(row.name)
  if (phase === 'done') return t('download.saidOf', { name, what: verifiedText(row) ?? '' })
  if (!saving || saving.end) return null
  if (saving.blocker) return t('download.saidOf', { name, what: shortBlockerText(saving.blocker) })
  return t('download.saidProgress', {
    name,
    what: buttonText(phase),
    percent: percentInQuarters(saving.progress),
  })
}

const percentInQuarters = (progress: SavingProgress | null): number =>
  progress && progress.total > 0 ? Math.floor((progress.bytes / progress.total) * 4) * 25 : 0
