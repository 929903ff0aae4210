import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Suspense, useState } from 'react'
import type { Fault } from '../../../../core/faults/fault.ts'
import { faultOf } from '../../../../core/faults/faultOf.ts'
import { useAppSelector } from '../../../store/hooks.ts'
import { loadTexts } from '../../../../i18n/language.ts'
import { t } from '../../../../i18n/t.ts'
import { Banner } from '../../../ui/messages/Banner.tsx'
import { Disclosure } from '../../../ui/page/Disclosure.tsx'
import { lazyWithErrorText } from '../../../ui/lazy/lazyWithErrorText.tsx'
import { fetchRecipient } from './fetchRecipient.ts'
import { appUploadService } from '../sending/appUploadService.ts'
import { selectUpload } from '../uploadSlice.ts'
import { noRecipientText } from '../queue/failureTexts.ts'

const ProofDisclosure = lazyWithErrorText(
  () => Promise.all([import('./ProofDisclosure.tsx'), loadTexts('uploadLater')]).then(([module]) => module),
  'ProofDisclosure',
)
const WordGrid = lazyWithErrorText(() => import('../../../ui/values/WordGrid.tsx'), 'WordGrid')

type FetchedWords = { words: readonly string[] } | { fault: Fault } | null

/** 'Your files are end-to-end encrypted.', with details and the key's fingerprint on request. */
export function EncryptionDisclosure() {
  const upload = useAppSelector(selectUpload)
  const { keyFingerprint, ownerName, privateNames } = upload
  const names = privateNames ?? 'open'
  const [fetched, setFetched] = useState<FetchedWords>(null)

  async function showFingerprint() {
    if (fetched && 'words' in fetched) return
    try {
      setFetched({
        words: (await fetchRecipient({ ...upload, acceptedKeys: appUploadService.acceptedKeys })).fingerprint
          .words,
      })
    } catch (error) {
      setFetched({ fault: faultOf(error) })
    }
  }

  return (
    <Disclosure summary={t('upload.encrypted', { names })} onOpen={() => void showFingerprint()}>
      <Typography variant="body2">{t('upload.encryptedText', { names })}</Typography>
      {ownerName !== null && (
        <Details>
          <Typography variant="body2">{t('upload.nameByServer')}</Typography>
        </Details>
      )}
      {fetched && 'words' in fetched && (
        <Details>
          <Typography variant="body2">
            {t(keyFingerprint === null ? 'upload.compareWords' : 'upload.wordsOfLink')}
          </Typography>
          <Suspense>
            <WordGrid words={fetched.words} />
          </Suspense>
        </Details>
      )}
      {fetched && 'fault' in fetched && (
        <Details>
          <Banner severity="error">{noRecipientText(fetched.fault)}</Banner>
        </Details>
      )}
      {fetched && (
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
