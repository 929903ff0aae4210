import { useEffect } from 'react'
import { checkServerReachable } from '../api/connectivity.ts'
import { useLanguage } from '../i18n/useLanguage.ts'
import { t } from '../../i18n/t.ts'
import { ButtonLink } from '../ui/buttons/ButtonLink.tsx'
import { Frame } from '../ui/page/Frame.tsx'
import { Page } from '../ui/page/Page.tsx'

export function NotFound() {
  useLanguage()
  useEffect(() => void checkServerReachable(), [])
  return (
    <Frame>
      <Page title={t('app.notFound')} width="narrow" subtitle={t('app.notFoundText')}>
        <ButtonLink to="/" variant="contained">
          {t('app.goHome')}
        </ButtonLink>
      </Page>
    </Frame>
  )
}
