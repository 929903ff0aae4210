import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { maxLinkMessageLength, maxLinkTitleLength } from '../../../contract/limits.ts'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import { z } from '../../../contract/schemas/zod.ts'
import { api } from '../../api/api.ts'
import { callApi } from '../../api/client.ts'
import { type Fault } from '../../../core/faults/fault.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { FormText } from '../../forms/fields.tsx'
import { report } from '../../forms/problems.ts'
import { submitting, useSchemaForm } from '../../forms/schemaForm.ts'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/Banner.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { CancelButton } from '../../ui/CancelButton.tsx'
import { Explanation } from '../../ui/Explanation.tsx'
import { TitledDialog } from '../../ui/TitledDialog.tsx'
import { wordsProblems } from './linkForm.ts'

const schema = z
  .object({ title: z.string(), message: z.string() })
  .superRefine((words, context) => report(context, wordsProblems(words)))

/** Dialog that changes what recipients read above the files of a link. */
export function WordsDialog({ link, onClose }: { link: DownloadLink; onClose: () => void }) {
  const dispatch = useAppDispatch()
  const [initial] = useState(() => ({ title: link.title ?? '', message: link.message ?? '' }))
  const form = useSchemaForm(schema, initial)
  const { control, formState } = form
  const { isSubmitting } = formState
  const typed = useWatch({ control })
  const [failure, setFailure] = useState<Fault | null>(null)
  const lengthOf = (text = '', max: number) => t('share.lengthOf', { length: text.length, max })

  async function save({ title, message }: { title: string; message: string }) {
    setFailure(null)
    try {
      const body = { title: title.trim() || null, message: message.trim() || null }
      await callApi('updateDownloadLink', { params: { id: link.link_token }, body })
      dispatch(api.util.invalidateTags(['DownloadLinks']))
      notify('success', t('share.wordsChanged'))
      onClose()
    } catch (error) {
      setFailure(faultOf(error))
    }
  }

  return (
    <TitledDialog
      open
      onClose={() => isSubmitting || onClose()}
      maxWidth="sm"
      fullWidth
      title={t('share.words')}
    >
      <Form noValidate onSubmit={submitting(form, save)}>
        <DialogContent>
          <Stack spacing={2}>
            <Explanation>{t('share.wordsHint')}</Explanation>
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
            {failure && (
              <Banner severity="error">{t('share.notChanged', { reason: faultText(failure) })}</Banner>
            )}
          </Stack>
        </DialogContent>
        <DialogActions>
          <CancelButton onClick={onClose} />
          <BusyButton type="submit" variant="contained" busy={isSubmitting}>
            {t('folderForm.save')}
          </BusyButton>
        </DialogActions>
      </Form>
    </TitledDialog>
  )
}

const Form = styled('form')({ display: 'contents' })
