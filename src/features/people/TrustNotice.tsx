import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Banner } from '../../ui/messages/Banner.tsx'
import { Buttons } from '../../ui/theme/layout.ts'
import type { TrustText } from '../../../i18n/trustTexts.ts'

interface TrustNoticeProps {
  severity: 'error' | 'warning' | 'info'
  text: TrustText
  children?: ReactNode
  actions?: ReactNode
}

export function TrustNotice({ severity, text: { title, body }, children, actions }: TrustNoticeProps) {
  return (
    <Banner severity={severity}>
      <Content>
        <h2>{title}</h2>
        {body.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {children}
        {actions && <Buttons>{actions}</Buttons>}
      </Content>
    </Banner>
  )
}

const Content = styled('div')(({ theme: { vars, typography, spacing } }) => ({
  display: 'grid',
  gap: spacing(1),
  paddingBlock: spacing(0.5),
  maxWidth: 760,
  '& > h2': { ...typography.h3, margin: 0 },
  '& > p': { margin: 0, color: vars.palette.text.primary },
  '& > ul': { margin: 0, paddingLeft: spacing(2.5), color: vars.palette.text.primary },
  '& > div': { color: vars.palette.text.primary },
}))
