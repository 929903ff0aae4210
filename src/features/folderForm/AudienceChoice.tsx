import type { ReactNode } from 'react'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { TextLink } from '../../ui/buttons/TextLink.tsx'
import { RadioChoices } from '../../ui/fields/RadioChoices.tsx'

export type Audience = 'one' | 'several'

interface AudienceChoiceProps {
  value: Audience
  /** True if the user has a key pair, which signs a shared folder. */
  hasKey: boolean
  onChange: (value: Audience) => void
}

export const AudienceChoice = ({ value, hasKey, onChange }: AudienceChoiceProps) => (
  <RadioChoices
    label={t('folderForm.whoOpens')}
    value={value}
    choices={[
      { value: 'one', label: t('folderForm.onlyMe') },
      {
        value: 'several',
        label: t('folderForm.several'),
        hint: (
          <>
            {t('folderForm.severalHint')}
            {!hasKey && <> {rich('folderForm.severalTakesKey', { link: keyLink })}</>}
          </>
        ),
        disabled: !hasKey,
      },
    ]}
    onChange={onChange}
  />
)

const keyLink = (text: ReactNode) => (
  <TextLink to="/profile/$page" params={{ page: 'security' }} hash="encryption-key">
    {text}
  </TextLink>
)
