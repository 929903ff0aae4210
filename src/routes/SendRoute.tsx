import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { loadTexts } from '../../i18n/language.ts'
import { t } from '../../i18n/t.ts'
import { SendPage } from '../features/share/SendPage.tsx'
import { useLanguage } from '../i18n/useLanguage.ts'
import { lazyExport } from '../ui/lazy/lazyExport.ts'
import { LoadingText } from '../ui/messages/LoadingText.tsx'

/** With its texts, which account pages do not load. */
const FilesToSend = lazyExport(async () => {
  const [files] = await Promise.all([
    import('../features/upload/FilesToSend.tsx'),
    loadTexts('upload'),
    loadTexts('uploadLater'),
  ])
  return files
}, 'FilesToSend')

export function SendRoute() {
  useLanguage()
  const navigate = useNavigate()
  const { link } = useSearch({ from: '/admin/send' })
  return (
    <SendPage
      // Files of one page are never sent by another.
      key={link}
      linkToken={link}
      files={(props) => (
        <Suspense fallback={<LoadingText>{t('rules.loading')}</LoadingText>}>
          <FilesToSend {...props} />
        </Suspense>
      )}
      onDone={() => void navigate({ to: '/sent' })}
    />
  )
}
