import Typography from '@mui/material/Typography'
import { Suspense } from 'react'
import { sha256AnywayBytes } from '../../../core/open/openJob.ts'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { t } from '../../../i18n/t.ts'
import { Disclosure } from '../../ui/page/Disclosure.tsx'
import { lazyExport } from '../../ui/lazy/lazyExport.ts'
import { selectDownloadPage, compareSha256Changed } from './downloadPageSlice.ts'

/** Loaded on demand: few links have a file that is large enough. */
const CompareSha256Option = lazyExport(
  () => import('../../ui/fields/CompareSha256Option.tsx'),
  'CompareSha256Option',
)

/** The encryption of the files in one sentence, with details on request. */
export function EncryptionDetails() {
  const dispatch = useAppDispatch()
  const { rows, compareSha256, senderText } = useAppSelector(selectDownloadPage)
  const hasLarge = rows.some(({ size }) => size > sha256AnywayBytes)
  return (
    <Disclosure summary={t('download.encrypted')}>
      <Typography variant="body2">{t('download.encryptedText')}</Typography>
      {Object.values(senderText).some(Boolean) && (
        <Typography variant="body2">{t('download.wordsByServer')}</Typography>
      )}
      {hasLarge && (
        <Suspense>
          <CompareSha256Option
            above={sha256AnywayBytes}
            checked={compareSha256}
            onChange={(isAsked) => dispatch(compareSha256Changed(isAsked))}
          />
        </Suspense>
      )}
    </Disclosure>
  )
}
