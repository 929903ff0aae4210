import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { t } from '../../../../i18n/t.ts'

/** Status of the account, announced when it changes. */
export function StatusLine({ children }: { children: ReactNode }) {
  return (
    <Line role="status">
      <b>{t('profile.status')}</b>
      {children}
    </Line>
  )
}

const Line = styled('div')(({ theme: { typography, spacing } }) => ({
  ...typography.body2,
  '& > b': { fontWeight: typography.button.fontWeight, marginRight: spacing(1) },
}))
