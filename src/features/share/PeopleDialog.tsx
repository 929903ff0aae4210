import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { noRules, type OperatorRules } from '../../../contract/operatorRules.ts'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import { z } from '../../../contract/schemas/zod.ts'
import { useRules } from '../../api/serverApi.ts'
import { api } from '../../api/api.ts'
import { callApi } from '../../api/client.ts'
import { type Fault } from '../../../core/faults/fault.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { EmailListField } from '../../forms/EmailListField.tsx'
import { splitEmails } from '../../forms/emailList.ts'
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
import { peopleProblem } from './linkForm.ts'
import { peopleHint } from './NamedPeopleOption.tsx'

const schemaOf = (rules: OperatorRules, before: readonly string[]) =>
  z
    .object({ people: z.string() })
    .superRefine(({ people }, context) => report(context, { people: peopleProblem(people, rules, before) }))

interface PeopleDialogProps {
  link: DownloadLink
  people: NonNullable<DownloadLink['named_people']>
  onClose: () => void
}

/** Dialog that replaces the people of a link. */
export function PeopleDialog({ link, people, onClose }: PeopleDialogProps) {
  const dispatch = useAppDispatch()
  const [before] = useState(() => people.map(({ email }) => email))
  const rules = useRules() ?? noRules
  const schema = useMemo(() => schemaOf(rules, before), [rules, before])
  const form = useSchemaForm(schema, { people: before.join('\n') })
  const hint = peopleHint(useWatch({ control: form.control, name: 'people' }), rules)
  const [failure, setFailure] = useState<Fault | null>(null)
  const { isSubmitting } = form.formState

  async function save({ people: typed }: { people: string }) {
    setFailure(null)
    try {
      const body = { allowed_emails: splitEmails(typed) }
      await callApi('updateDownloadLink', { params: { id: link.link_token }, body })
      dispatch(api.util.invalidateTags(['DownloadLinks']))
      notify('success', t('share.peopleChanged'))
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
      title={t('share.changePeopleTitle')}
    >
      <Form noValidate onSubmit={submitting(form, save)}>
        <DialogContent>
          <Stack spacing={2}>
            <Explanation>{t('share.changePeopleText')}</Explanation>
            <EmailListField
              control={form.control}
              name="people"
              label={t('share.people')}
              hint={hint}
              disabled={isSubmitting}
              autoFocus
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
