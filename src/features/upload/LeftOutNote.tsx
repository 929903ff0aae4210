import Button from '@mui/material/Button'
import { shownText } from '../../../contract/shownText.ts'
import { Banner } from '../../ui/Banner.tsx'
import { count, formatNumber } from '../../ui/format.ts'
import type { LeftOut } from './useFileIntake.ts'

const namedAtMost = 5

/** What the last drop or choice could not take, and why. */
export function LeftOutNote({ leftOut, onClose }: { leftOut: LeftOut; onClose: () => void }) {
  const { rejected, emptyFolders, unreadable } = leftOut
  const lines = [
    ...rejected,
    ...(unreadable.length > 0 ? [`Could not be read: ${named(unreadable)}`] : []),
    ...(emptyFolders.length > 0
      ? [`${count(emptyFolders.length, 'empty folder')} left out: ${named(emptyFolders)}`]
      : []),
  ]
  if (lines.length === 0) return null
  return (
    <Banner
      severity={rejected.length + unreadable.length > 0 ? 'warning' : 'info'}
      action={
        <Button size="small" color="inherit" onClick={onClose}>
          Close
        </Button>
      }
    >
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Banner>
  )
}

function named(names: readonly string[]): string {
  const first = names.slice(0, namedAtMost).map(shownText).join(', ')
  return names.length > namedAtMost ? `${first} and ${formatNumber(names.length - namedAtMost)} more` : first
}
