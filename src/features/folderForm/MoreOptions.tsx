import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { splitEmails } from '../../../contract/typedText.ts'
import type { FormOf } from '../../forms/schemaForm.ts'
import { t } from '../../../i18n/t.ts'
import { focusRing } from '../../ui/theme/theme.ts'
import type { FolderFields } from './folderFields.ts'

interface MoreOptionsProps {
  form: FormOf<FolderFields>
  hasPassword: boolean
  /** True if an option has to be set. */
  isOpen: boolean
  children: ReactNode
}

/** The options that few folders need, folded below a line of those that are set. A wrong field unfolds them. */
export function MoreOptions({ form: { control }, hasPassword, isOpen, children }: MoreOptionsProps) {
  // Not by `compute`, whose result would keep its language.
  const fields = useWatch({ control }) as FolderFields
  return (
    <details open={isOpen}>
      <SummaryLine>
        <span className="title">{t('folderForm.moreOptions')}</span>
        <Typography variant="body2" component="span" color="textSecondary">
          {optionsSummary(fields, hasPassword)}
        </Typography>
      </SummaryLine>
      <Stack spacing={3} sx={{ pt: 2 }}>
        {children}
      </Stack>
    </details>
  )
}

/** Names the options that are set, in the order of the form. */
export function optionsSummary(fields: FolderFields, hasPassword: boolean): string {
  const { length: addresses } = splitEmails(fields.allowedEmails)
  const { length: questions } = fields.senderFields
  const isProtected = fields.passwordProtection ? fields.password !== '' : hasPassword
  const set = [
    !fields.isActive && t('dashboard.inactive'),
    questions > 0 && t('folderForm.optionQuestions', { count: questions }),
    isProtected && t('share.protection'),
    fields.requireEmail &&
      (addresses > 0 ? t('dashboard.verificationOf', { count: addresses }) : t('dashboard.verification')),
    fields.performMimeCheck && t('folderForm.mimeCheck'),
    fields.limitsSize && fields.maxSize !== '' && t('folderForm.optionLimit', { size: fields.maxSize }),
    fields.notifyByEmail && t('folderForm.optionMail'),
  ]
  return set.filter(Boolean).join(' · ')
}

export const SummaryLine = styled('summary')(({ theme: { vars, spacing } }) => ({
  cursor: 'pointer',
  width: 'fit-content',
  // Wrapped lines align with the first, after the marker.
  padding: spacing(0.5, 0, 0.5, 2.375),
  textIndent: spacing(-2.375),
  borderRadius: vars.shape.borderRadius,
  '& > .title': { fontWeight: 560, marginInline: spacing(0.5, 1.5) },
  '&:focus-visible': focusRing,
}))
