import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Suspense, useState } from 'react'
import { loadTexts } from '../../../../i18n/language.ts'
import { t } from '../../../../i18n/t.ts'
import { Disclosure } from '../../../ui/page/Disclosure.tsx'
import { LoadingText } from '../../../ui/messages/LoadingText.tsx'
import { lazyWithErrorText } from '../../../ui/lazy/lazyWithErrorText.tsx'

const Diagnostics = lazyWithErrorText(
  () => Promise.all([import('./Diagnostics.tsx'), loadTexts('uploadLater')]).then(([module]) => module),
  'Diagnostics',
)

export function HelpDisclosure() {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure summary={t('upload.help')} onOpen={() => setOpen(true)}>
      <Typography variant="body2">{t('upload.helpText')}</Typography>
      <Subheading variant="body2">{t('upload.diagnostics')}</Subheading>
      {isOpen && (
        <Suspense fallback={<LoadingText>{t('upload.looking')}</LoadingText>}>
          <Diagnostics />
        </Suspense>
      )}
    </Disclosure>
  )
}

const Subheading = styled(Typography)(({ theme }) => ({ margin: theme.spacing(1.5, 0, 1), fontWeight: 600 }))
