import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { splitEmails } from '../../../contract/typedText.ts'
import type { FormOf } from '../../forms/schemaForm.ts'
import { t } from '../../../i18n/t.ts'
import { SummaryLine } from '../../ui/page/SummaryLine.tsx'
import type { FolderFields } from './folderFields.ts'

interface MoreOptionsProps {
  form: FormOf<FolderFields>
  hasPassword: boolean
  /** True if an option has to be set, so that the options are unfolded from the beginning. */
  initiallyOpen: boolean
  children: ReactNode
}

/** The options that few folders need, folded below a line that names those that are set. An invalid field unfolds them. */
export function MoreOptions({ form: { control }, hasPassword, initiallyOpen, children }: MoreOptionsProps) {
  // Not `compute`: its result is cached, and would stay in the language of before.
  const fields = useWatch({ control }) as FolderFields
  return (
    <details open={initiallyOpen}>
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
  const { length: addressCount } = splitEmails(fields.allowedEmails)
  const { length: questionCount } = fields.senderFields
  const isProtected = fields.passwordProtection ? fields.password !== '' : hasPassword
  const labels = [
    !fields.isActive && t('dashboard.inactive'),
    questionCount > 0 && t('folderForm.optionQuestions', { count: questionCount }),
    isProtected && t('share.protection'),
    fields.requireEmail &&
      (addressCount > 0
        ? t('dashboard.verificationOf', { count: addressCount })
        : t('dashboard.verification')),
    !fields.privateNames && t('folderForm.namesVisible'),
    fields.performMimeCheck && t('folderForm.mimeCheck'),
    fields.limitsSize && fields.maxSize !== '' && t('folderForm.optionLimit', { size: fields.maxSize }),
  ]
  return labels.filter(Boolean).join(' · ')
}
