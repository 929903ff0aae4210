import Stack from '@mui/material/Stack'
import { useWatch } from 'react-hook-form'
import { useServerInfoQuery } from '../../api/serverApi.ts'
import type { OperatorRules } from '../../../contract/operatorRules.ts'
import { domainsHint } from '../../forms/domainRule.ts'
import { EmailListField } from '../../forms/EmailListField.tsx'
import { splitEmails } from '../../forms/emailList.ts'
import { FormOption } from '../../forms/fields.tsx'
import type { FormOf } from '../../forms/schemaForm.ts'
import { t } from '../../../i18n/t.ts'
import { MailSetting } from '../../ui/MailSetting.tsx'
import type { LinkFields } from './linkForm.ts'

interface NamedPeopleOptionProps {
  form: FormOf<LinkFields>
  rules: OperatorRules
  disabled: boolean
}

/** Limits a new link to people who prove an e-mail address; not offered by a server that sends no mail. */
export function NamedPeopleOption({ form: { control }, rules, disabled }: NamedPeopleOptionProps) {
  const hasNoMail = useServerInfoQuery(undefined).data?.sends_mail === false
  return (
    <div>
      <FormOption
        control={control}
        name="isNamed"
        label={t('share.named')}
        disabled={disabled || hasNoMail || rules.require_named_people}
        hint={(isOn) =>
          !hasNoMail && rules.require_named_people
            ? t('rules.required')
            : t(hasNoMail ? 'share.namedNoMail' : isOn ? 'share.namedLimits' : 'share.namedHint')
        }
      >
        <Stack>
          <EmailListField
            control={control}
            name="people"
            label={t('share.people')}
            hint={[peopleHint(useWatch({ control, name: 'people' })), domainsHint(rules)]
              .filter(Boolean)
              .join(' ')}
            disabled={disabled}
          />
        </Stack>
      </FormOption>
      {hasNoMail && <MailSetting />}
    </div>
  )
}

export function peopleHint(typed: string): string {
  const count = splitEmails(typed).length
  return count === 0 ? t('share.peopleHint') : t('share.peopleCount', { count })
}
