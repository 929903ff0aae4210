import Button from '@mui/material/Button'
import { shownText } from '../../../../contract/shownText.ts'
import { t } from '../../../../i18n/t.ts'
import { useAppSelector } from '../../../store/hooks.ts'
import { Banner } from '../../../ui/messages/Banner.tsx'
import { formatNames } from '../../../../i18n/format.ts'
import { rejectionTexts } from './rejections.ts'
import { selectUpload } from '../uploadSlice.ts'
import type { FileIntake } from './useFileIntake.ts'

const maxNamed = 5

export function LeftOutNote({ intake }: { intake: FileIntake }) {
  const { maxFileBytes } = useAppSelector(selectUpload)
  const { rejected, emptyFolders, unreadable, wasEmpty } = intake.leftOut
  const lines = [
    ...rejectionTexts(rejected, maxFileBytes),
    unreadable.length > 0 && t('upload.unreadable', { names: nameList(unreadable) }),
    emptyFolders.length > 0 &&
      t('upload.emptyLeftOut', { count: emptyFolders.length, names: nameList(emptyFolders) }),
    wasEmpty && t('upload.nothingFound'),
  ].filter((line) => line !== false)
  if (lines.length === 0) return null
  return (
    <Banner
      severity={rejected.length + unreadable.length > 0 ? 'warning' : 'info'}
      action={
        <Button variant="text" size="small" color="inherit" onClick={intake.forgetLeftOut}>
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
