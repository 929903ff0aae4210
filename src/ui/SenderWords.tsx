import Typography from '@mui/material/Typography'
import { t } from '../../i18n/t.ts'
import { WordGrid } from './WordGrid.tsx'

interface SenderWordsProps {
  /** Of the key that senders encrypt for: by what was verified here, not by the server's word. */
  words: readonly string[]
  /** Of several people: then the key is the folder's, and not one's own. */
  several: boolean
}

/** What senders see on the upload page, to compare with them by phone. */
export function SenderWords({ words, several }: SenderWordsProps) {
  const title = t(several ? 'ui.wordsOfFolder' : 'ui.yourWords')
  return (
    <div>
      <Typography variant="subtitle2" component="h3">
        {title}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {t(several ? 'ui.wordsOfFolderText' : 'ui.yourWordsText')}
      </Typography>
      <WordGrid words={words} label={title} />
    </div>
  )
}
