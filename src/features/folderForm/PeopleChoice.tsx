import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { FieldLabel } from '../../ui/layout.ts'
import { TextLink } from '../../ui/links.tsx'

export type Audience = 'one' | 'several'

interface PeopleChoiceProps {
  value: Audience
  /** A folder of several people is signed with one's own key. */
  hasKey: boolean
  onChange: (value: Audience) => void
}

const choices = [
  ['one', 'Only me', 'What is sent is encrypted for you alone.'],
  [
    'several',
    'Several people',
    'You let others in, and can remove them, once the folder is there. A folder stays what it is made as; files can be copied from one to another.',
  ],
] as const

/** Who will open what is sent to a new folder. */
export function PeopleChoice({ value, hasKey, onChange }: PeopleChoiceProps) {
  const id = useId()
  return (
    <div>
      <FieldLabel id={id}>Who opens the files</FieldLabel>
      <Choices aria-labelledby={id} value={value} onChange={(_, chosen) => onChange(chosen as Audience)}>
        {choices.map(([audience, label, hint]) => (
          <div key={audience}>
            <FormControlLabel
              value={audience}
              label={label}
              disabled={audience === 'several' && !hasKey}
              control={
                <Radio size="small" slotProps={{ input: { 'aria-describedby': `${id}-${audience}` } }} />
              }
            />
            <FormHelperText id={`${id}-${audience}`}>
              {hint}
              {audience === 'several' && !hasKey && (
                <>
                  {' It takes a key pair of yours: '}
                  <TextLink to="/profile" hash="encryption-key">
                    generate it first
                  </TextLink>
                  .
                </>
              )}
            </FormHelperText>
          </div>
        ))}
      </Choices>
    </div>
  )
}

const Choices = styled(RadioGroup)(({ theme }) => ({
  gap: theme.spacing(1),
  '& .MuiFormControlLabel-label': { fontWeight: 560 },
  '& .MuiFormHelperText-root': { margin: '-4px 0 0 30px' },
}))
