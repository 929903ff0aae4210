import Typography from '@mui/material/Typography'
import { t } from '../../../i18n/t.ts'
import { WordGrid } from './WordGrid.tsx'
import { Explanation } from '../messages/Explanation.tsx'

interface SenderFingerprintWordsProps {
  /** Fingerprint words of the key that senders encrypt for; verified here, not taken from the server. */
  words: readonly string[]
  /** True in a shared folder: the key is the folder's. */
  several: boolean
}

/** The words that senders see on the upload page, to compare by phone. */
export function SenderFingerprintWords({ words, several }: SenderFingerprintWordsProps) {
  const title = t(several ? 'ui.wordsOfFolder' : 'ui.yourWords')
  return (
    <div>
      <Typography variant="subtitle2" component="h3">
        {title}
      </Typography>
      <Explanation sx={{ mb: 1 }}>{t('ui.yourWordsText')}</Explanation>
      <WordGrid words={words} label={title} />
    </div>
  )
}
