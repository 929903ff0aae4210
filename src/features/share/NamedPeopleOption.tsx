import Stack from '@mui/material/Stack'
import { useWatch } from 'react-hook-form'
import { useServerInfoQuery } from '../../api/serverApi.ts'
import { withAsciiDomain } from '../../../contract/emailAddress.ts'
import type { OperatorRules } from '../../../contract/operatorRules.ts'
import { domainsHint } from '../../forms/domainRule.ts'
import { EmailListField } from '../../forms/EmailListField.tsx'
import { splitEmails } from '../../../contract/typedText.ts'
import { FormCheckbox } from '../../forms/formFields.tsx'
import { t } from '../../../i18n/t.ts'
import { MailSettingsHint } from '../../ui/messages/MailProblem.tsx'
import type { LinkOptionProps } from './linkFormFields.ts'

/** Limits a new link to people who prove an e-mail address; not offered by a server that sends no mail. */
export function NamedPeopleOption({ form: { control }, rules, disabled }: LinkOptionProps) {
  const hint = peopleHint(useWatch({ control, name: 'people' }), rules)
  const hasNoMail = useServerInfoQuery(undefined).data?.sends_mail === false
  return (
    <div>
      <FormCheckbox
        control={control}
        name="isNamed"
        label={t('share.named')}
        disabled={disabled || hasNoMail || rules.require_named_people}
        hint={(isOn) =>
          hasNoMail
            ? t('share.namedNoMail')
            : rules.require_named_people
              ? t('rules.required')
              : isOn
                ? t('share.namedLimits')
                : undefined
        }
      >
        <Stack>
          <EmailListField
            control={control}
            name="people"
            label={t('share.people')}
            hint={hint}
            disabled={disabled}
          />
        </Stack>
      </FormCheckbox>
      {hasNoMail && <MailSettingsHint />}
    </div>
  )
}

export function peopleHint(typed: string, rules: OperatorRules): string {
  const count = new Set(splitEmails(typed).map((address) => withAsciiDomain(address).toLowerCase())).size
  const people = count === 0 ? t('share.peopleHint') : t('share.peopleCount', { count })
  return [people, domainsHint(rules)].filter(Boolean).join(' ')
}
