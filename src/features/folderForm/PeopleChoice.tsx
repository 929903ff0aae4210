import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { styled } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'
import { rich } from '../../i18n/rich.ts'
import { type Key, t } from '../../../i18n/t.ts'
import { FieldLabel } from '../../ui/layout.ts'
import { TextLink } from '../../ui/links.tsx'

export type Audience = 'one' | 'several'

interface PeopleChoiceProps {
  value: Audience
  /** True if the user has a key pair, which signs a shared folder. */
  hasKey: boolean
  onChange: (value: Audience) => void
}

const choices = {
  one: { label: 'folderForm.onlyMe', hint: 'folderForm.onlyMeHint' },
  several: { label: 'folderForm.several', hint: 'folderForm.severalHint' },
} as const satisfies Record<Audience, { label: Key; hint: Key }>

const audiences = ['one', 'several'] as const

/** Choice of the people who can open the files of a new folder. */
export function PeopleChoice({ value, hasKey, onChange }: PeopleChoiceProps) {
  const id = useId()
  return (
    <div>
      <FieldLabel id={id}>{t('folderForm.whoOpens')}</FieldLabel>
      <Choices aria-labelledby={id} value={value} onChange={(_, chosen) => onChange(chosen as Audience)}>
        {audiences.map((audience) => (
          <div key={audience}>
            <FormControlLabel
              value={audience}
              label={t(choices[audience].label)}
              disabled={audience === 'several' && !hasKey}
              control={
                <Radio size="small" slotProps={{ input: { 'aria-describedby': `${id}-${audience}` } }} />
              }
            />
            <FormHelperText id={`${id}-${audience}`}>
              {t(choices[audience].hint)}
              {audience === 'several' && !hasKey && (
                <> {rich('folderForm.severalTakesKey', { link: toKey })}</>
              )}
            </FormHelperText>
          </div>
        ))}
      </Choices>
    </div>
  )
}

const toKey = (text: ReactNode) => (
  <TextLink to="/profile" hash="encryption-key">
    {text}
  </TextLink>
)

const Choices = styled(RadioGroup)(({ theme }) => ({
  gap: theme.spacing(1),
  '& .MuiFormControlLabel-label': { fontWeight: 560 },
  '& .MuiFormHelperText-root': { margin: '-4px 0 0 30px' },
}))
