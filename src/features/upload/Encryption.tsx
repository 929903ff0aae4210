import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Suspense, useState } from 'react'
import type { Fault } from '../../../core/faults/fault.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { useAppSelector } from '../../store/hooks.ts'
import { loadTexts } from '../../../i18n/language.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { lazyWithErrorText } from '../../ui/lazyWithErrorText.tsx'
import { WordGrid } from '../../ui/WordGrid.tsx'
import { fetchRecipient } from './recipientKey.ts'
import { appUploadService } from './appUploadService.ts'
import { selectUpload } from './uploadSlice.ts'
import { noRecipientText } from './failureTexts.ts'

const ProofDisclosure = lazyWithErrorText(
  () => Promise.all([import('./ProofDisclosure.tsx'), loadTexts('uploadLater')]).then(([module]) => module),
  'ProofDisclosure',
)

type Shown = { words: readonly string[] } | { fault: Fault } | null

/** 'Your files are end-to-end encrypted.', with details and the key's fingerprint on request. */
export function Encryption() {
  const upload = useAppSelector(selectUpload)
  const { keyFingerprint, ownerName } = upload
  const [shown, setShown] = useState<Shown>(null)

  async function showFingerprint() {
    if (shown && 'words' in shown) return
    try {
      setShown({
        words: (await fetchRecipient({ ...upload, accepted: appUploadService.acceptedKeys })).fingerprint
          .words,
      })
    } catch (error) {
      setShown({ fault: faultOf(error) })
    }
  }

  return (
    <Disclosure summary={t('upload.encrypted')} onOpen={() => void showFingerprint()}>
      <Typography variant="body2">{t('upload.encryptedText')}</Typography>
      {ownerName !== null && (
        <Details>
          <Typography variant="body2">{t('upload.nameByServer')}</Typography>
        </Details>
      )}
      {shown && 'words' in shown && (
        <Details>
          <Typography variant="body2">
            {t(keyFingerprint === null ? 'upload.compareWords' : 'upload.wordsOfLink')}
          </Typography>
          <WordGrid words={shown.words} />
        </Details>
      )}
      {shown && 'fault' in shown && (
        <Details>
          <Banner severity="error">{noRecipientText(shown.fault)}</Banner>
        </Details>
      )}
      {shown && (
        <Suspense>
          <ProofDisclosure />
        </Suspense>
      )}
    </Disclosure>
  )
}

const Details = styled('div')(({ theme: { spacing } }) => ({
  'p + &': { marginTop: spacing(1.5) },
  '& > p': { marginBottom: spacing(1) },
}))
