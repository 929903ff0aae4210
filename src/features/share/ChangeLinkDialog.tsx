import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import { t } from '../../../i18n/t.ts'
import { callApi } from '../../api/client.ts'
import { type FormOf, submitHandler } from '../../forms/schemaForm.ts'
import { notify, useAppDispatch } from '../../store/hooks.ts'
import { Banner } from '../../ui/messages/Banner.tsx'
import { Explanation } from '../../ui/messages/Explanation.tsx'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { reloadLink } from './reloadLink.ts'
import { type LinkChanges, notChangedText } from './useLinkChange.ts'

interface ChangeLinkDialogProps<Fields extends FieldValues> {
  link: Pick<DownloadLink, 'link_token'>
  title: string
  text: string
  form: FormOf<Fields>
  changesOf: (fields: Fields) => LinkChanges | null | Promise<LinkChanges | null>
  /** The button that saves. */
  submit?: { label: string; destructive?: boolean }
  success: string
  onClose: () => void
  children?: ReactNode
}

/** Dialog with a form that changes a link. It closes without a call if nothing was changed. */
export function ChangeLinkDialog<Fields extends FieldValues>(props: ChangeLinkDialogProps<Fields>) {
  const { link, title, text, form, changesOf, submit, success, onClose, children } = props
  const dispatch = useAppDispatch()
  const [failure, setFailure] = useState<unknown>(null)
  const { isSubmitting } = form.formState

  async function save(fields: Fields) {
    setFailure(null)
    try {
      const body = await changesOf(fields)
      if (body === null) {
        onClose()
        return
      }
      await callApi('updateDownloadLink', { params: { id: link.link_token }, body })
      void dispatch(reloadLink(link, body.resealed?.link_token))
      notify('success', success)
      onClose()
    } catch (error) {
      setFailure(error)
    }
  }

  return (
    <FormDialog
      maxWidth="sm"
      title={title}
      onClose={() => isSubmitting || onClose()}
      submit={{ label: t('folderForm.save'), ...submit, busy: isSubmitting }}
      onSubmit={submitHandler(form, save)}
      onCancel={onClose}
    >
      <Explanation>{text}</Explanation>
      {children}
      {failure !== null && <Banner severity="error">{notChangedText(failure)}</Banner>}
    </FormDialog>
  )
}
