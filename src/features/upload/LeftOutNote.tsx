import Button from '@mui/material/Button'
import { shownText } from '../../../contract/shownText.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/Banner.tsx'
import { formatNames } from '../../../i18n/format.ts'
import { rejectionTexts } from './rejections.ts'
import type { LeftOut } from './useFileIntake.ts'

const maxNamed = 5

/** Lists the files that the last drop or choice could not take, with reasons. */
export function LeftOutNote({
  leftOut,
  maxFileBytes,
  onClose,
}: {
  leftOut: LeftOut
  maxFileBytes: number
  onClose: () => void
}) {
  const { rejected, emptyFolders, unreadable, wasEmpty } = leftOut
  const lines = [
    ...rejectionTexts(rejected, maxFileBytes),
    ...(unreadable.length > 0 ? [t('upload.unreadable', { names: nameList(unreadable) })] : []),
    ...(emptyFolders.length > 0
      ? [t('upload.emptyLeftOut', { count: emptyFolders.length, names: nameList(emptyFolders) })]
      : []),
    ...(wasEmpty ? [t('upload.nothingFound')] : []),
  ]
  if (lines.length === 0) return null
  return (
    <Banner
      severity={rejected.length + unreadable.length > 0 ? 'warning' : 'info'}
      action={
        <Button variant="text" size="small" color="inherit" onClick={onClose}>
          {t('ui.close')}
        </Button>
      }
    >
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Banner>
  )
}

const nameList = (names: readonly string[]): string => formatNames(names.map(shownText), maxNamed)
