import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { noRules, type OperatorRules } from '../../../contract/operatorRules.ts'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import { z } from '../../../contract/schemas/zod.ts'
import { callApi } from '../../api/client.ts'
import { useEffectiveRules } from '../../api/serverApi.ts'
import { EmailListField } from '../../forms/EmailListField.tsx'
import { splitEmails } from '../../../contract/typedText.ts'
import { addIssues } from '../../forms/schemaIssues.ts'
import { useSchemaForm } from '../../forms/schemaForm.ts'
import { t } from '../../../i18n/t.ts'
import { ChangeLinkDialog } from './ChangeLinkDialog.tsx'
import { peopleProblem, withTypedChanges } from './linkFormFields.ts'
import { peopleHint } from './NamedPeopleOption.tsx'

const schemaOf = (rules: OperatorRules, currentAddresses: readonly string[]) =>
  z
    .object({ people: z.string() })
    .superRefine(({ people }, context) =>
      addIssues(context, { people: peopleProblem(people, rules, currentAddresses) }),
    )

interface NamedPeopleDialogProps {
  link: DownloadLink
  people: NonNullable<DownloadLink['named_people']>
  onClose: () => void
}

export function NamedPeopleDialog({ link, people, onClose }: NamedPeopleDialogProps) {
  const [before] = useState(() => people.map(({ email }) => email))
  const rules = useEffectiveRules() ?? noRules
  const schema = useMemo(() => schemaOf(rules, before), [rules, before])
  const [initial] = useState(() => ({ people: before.join('\n') }))
  const form = useSchemaForm(schema, initial)
  const [attempted, setAttempted] = useState<readonly string[]>([])

  async function changesOf(typed: string) {
    if (typed === initial.people && attempted.length === 0) return null
    const { named_people } = await callApi('getDownloadLink', { params: { id: link.link_token } })
    const addresses = splitEmails(typed)
    setAttempted([...attempted, ...addresses])
    const emails = (named_people ?? []).map(({ email }) => email)
    return { allowed_emails: withTypedChanges(emails, before, addresses, attempted) }
  }

  const hint = peopleHint(useWatch({ control: form.control, name: 'people' }), rules)

  return (
    <ChangeLinkDialog
      link={link}
      title={t('share.changePeopleTitle')}
      text={t('share.changePeopleText')}
      form={form}
      changesOf={({ people: typed }) => changesOf(typed)}
      success={t('share.peopleChanged')}
      onClose={onClose}
    >
      <EmailListField
        control={form.control}
        name="people"
        label={t('share.people')}
        hint={hint}
        disabled={form.formState.isSubmitting}
        autoFocus
      />
    </ChangeLinkDialog>
  )
}
