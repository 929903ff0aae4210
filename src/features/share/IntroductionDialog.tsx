import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { maxLinkMessageLength, maxLinkTitleLength } from '../../../contract/limits.ts'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import { z } from '../../../contract/schemas/zod.ts'
import { FormText } from '../../forms/formFields.tsx'
import { addIssues } from '../../forms/schemaIssues.ts'
import { useSchemaForm } from '../../forms/schemaForm.ts'
import { t } from '../../../i18n/t.ts'
import { ChangeLinkDialog } from './ChangeLinkDialog.tsx'
import { introductionProblems } from './linkFormFields.ts'

const schema = z
  .object({ title: z.string(), message: z.string() })
  .superRefine((introduction, context) => addIssues(context, introductionProblems(introduction)))
type Introduction = z.output<typeof schema>

export function IntroductionDialog({ link, onClose }: { link: DownloadLink; onClose: () => void }) {
  const [initial] = useState(() => ({ title: link.title ?? '', message: link.message ?? '' }))
  const form = useSchemaForm(schema, initial)
  const { control, formState } = form
  const { isSubmitting } = formState
  const typed = useWatch({ control })
  const lengthOf = (text = '', max: number) => t('share.lengthOf', { length: text.length, max })

  return (
    <ChangeLinkDialog
      link={link}
      title={t('share.words')}
      text={t('share.wordsHint')}
      form={form}
      changesOf={(introduction) => changesOf(introduction, initial)}
      success={t('share.wordsChanged')}
      onClose={onClose}
    >
      <FormText
        control={control}
        name="title"
        label={t('share.linkTitle')}
        hint={lengthOf(typed.title, maxLinkTitleLength)}
        disabled={isSubmitting}
        autoFocus
      />
      <FormText
        control={control}
        name="message"
        label={t('share.message')}
        hint={lengthOf(typed.message, maxLinkMessageLength)}
        multiline
        minRows={3}
        maxRows={10}
        disabled={isSubmitting}
      />
    </ChangeLinkDialog>
  )
}

/** Returns the changed texts alone, so that people who change different ones at once do not revert each other. */
function changesOf({ title, message }: Introduction, initial: Introduction) {
  const changes = {
    ...(title !== initial.title && { title: title.trim() || null }),
    ...(message !== initial.message && { message: message.trim() || null }),
  }
  return Object.keys(changes).length > 0 ? changes : null
}
