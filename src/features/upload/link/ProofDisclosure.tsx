import { styled } from '@mui/material/styles'
import { t } from '../../../../i18n/t.ts'
import { useAppSelector } from '../../../store/hooks.ts'
import { Disclosure } from '../../../ui/page/Disclosure.tsx'
import { ProofList } from '../../../ui/values/ProofList.tsx'
import { appUploadService } from '../sending/appUploadService.ts'
import { selectUpload } from '../uploadSlice.ts'

/** 'How do I know?', for a visitor with an upload link. */
export function ProofDisclosure() {
  const { linkToken, keyFingerprint, privateNames } = useAppSelector(selectUpload)
  const reader = {
    namesKey: keyFingerprint !== null,
    namesHiddenBy: privateNames,
    hasOriginSecret: appUploadService.originSecrets.has(linkToken),
  }
  return (
    <Container>
      <Disclosure summary={t('proof.title')}>
        <ProofList reader={reader} />
      </Disclosure>
    </Container>
  )
}

const Container = styled('div')(({ theme }) => ({ marginTop: theme.spacing(1.5) }))
