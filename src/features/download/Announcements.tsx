import Box from '@mui/material/Box'
import { shownText } from '../../../contract/shownText.ts'
import { useAppSelector } from '../../store/hooks.ts'
import { count } from '../../ui/format.ts'
import { isRunning, selectPage, step } from './downloadPageSlice.ts'
import { buttonTexts } from './downloadTexts.ts'

/** For screen readers: that the files are there, and how far the saving is, in quarters. */
export function Announcements() {
  const text = useAppSelector((state) => {
    const { step: at, rows, collection } = selectPage(state)
    if (at !== step.ready) return ''
    if (collection?.phase === 'saving') return `Saving all files: ${quarter(collection.progress)} percent`
    const moving = rows.filter((row) => isRunning(row) || row.phase === 'done')
    if (moving.length === 0) return `${count(rows.length, 'file')} can be downloaded`
    return moving
      .map(({ name, phase, progress, verified }) => {
        if (phase === 'done') return `${shownText(name)}: ${verified ?? ''}`
        return `${shownText(name)}: ${buttonTexts[phase]} ${quarter(progress)} percent`
      })
      .join(', ')
  })
  return (
    <Box
      role="status"
      sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }}
    >
      {text}
    </Box>
  )
}

const quarter = (progress: { bytes: number; total: number } | null): number =>
  progress && progress.total > 0 ? Math.floor((progress.bytes / progress.total) * 4) * 25 : 0
