import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Stack from '@mui/material/Stack'
import TextField from '@mui/material/TextField'
import { useId, useState } from 'react'
import { maxRosterNameLength } from '../../../contract/limits.ts'
import { shownText } from '../../../contract/shownText.ts'
import { personCode, type PersonCode, wordsIn } from '../../../core/crypto/index.ts'
import { t } from '../../../i18n/t.ts'
import { Buttons, FieldLabel, ScrollArea } from '../../ui/theme/layout.ts'
import { canScan, CodeScanner } from './CodeScanner.tsx'
import type { TypedCode } from './typedCode.ts'

interface CodeFieldValues {
  readonly type: TypedCode['type']
  readonly code: string
  readonly username: string
  readonly words: string
}

export const emptyCodeFields: CodeFieldValues = { type: 'code', code: '', username: '', words: '' }

export const typedCode = ({ type, code, words }: CodeFieldValues): TypedCode =>
  type === 'code' ? { type, code } : { type, words }

export const isFilled = ({ type, code, words }: CodeFieldValues): boolean =>
  (type === 'code' ? code : words).trim() !== ''

interface CodeFieldsProps {
  typed: CodeFieldValues
  inputError: string | null
  onChange: (typed: CodeFieldValues) => void
  /** True to ask for the user name, which words do not contain. */
  asksUsername: boolean
  /** Codes received earlier, which are remembered. */
  known?: readonly PersonCode[]
}

const isValidUsername = (typed: string): boolean =>
  typed.trim() !== '' && typed.trim().length <= maxRosterNameLength

const inputAttributes = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const

const errorProps = (inputError: string | null, hint?: string) => ({
  error: inputError !== null,
  helperText: inputError ?? hint,
  slotProps: {
    htmlInput: inputAttributes,
    ...(inputError !== null && { formHelperText: { role: 'alert' } }),
  },
})

/** Fields for what the other person sent over another channel: their code, or all twelve words. */
export function CodeFields({ typed, inputError, onChange, asksUsername, known = [] }: CodeFieldsProps) {
  const labelId = useId()
  const [isScanning, setScanning] = useState(false)
  // In the order of validation: words first.
  const isUsernameError =
    asksUsername && wordsIn(typed.words).length === 12 && !isValidUsername(typed.username)
  const change = (part: Partial<CodeFieldValues>) => onChange({ ...typed, ...part })
  return (
    <Stack spacing={2}>
      <div>
        <FieldLabel id={labelId}>{t('people.whatYouHave')}</FieldLabel>
        <RadioGroup
          row
          aria-labelledby={labelId}
          value={typed.type}
          onChange={(_, value) => {
            setScanning(false)
            change({ type: value as CodeFieldValues['type'] })
          }}
        >
          <FormControlLabel value="code" control={<Radio size="small" />} label={t('people.theirCode')} />
          <FormControlLabel value="words" control={<Radio size="small" />} label={t('people.twelveWords')} />
        </RadioGroup>
      </div>
      {typed.type === 'code' ? (
        <>
          <TextField
            label={t('people.code')}
            autoFocus
            multiline
            maxRows={4}
            value={typed.code}
            onChange={(event) => change({ code: event.target.value })}
            {...errorProps(inputError, t('people.codeHint'))}
          />
          {known.length > 0 && (
            <KnownPeople known={known} typed={typed.code} onChoose={(code) => change({ code })} />
          )}
          {isScanning ? (
            <CodeScanner
              onFound={(code) => {
                setScanning(false)
                change({ code })
              }}
              onClose={() => setScanning(false)}
            />
          ) : (
            canScan() && (
              <div>
                <Button size="small" onClick={() => setScanning(true)}>
                  {t('people.scan')}
                </Button>
              </div>
            )
          )}
        </>
      ) : (
        <>
          {asksUsername && (
            <TextField
              label={t('people.username')}
              value={typed.username}
              onChange={(event) => change({ username: event.target.value })}
              {...errorProps(isUsernameError ? inputError : null)}
            />
          )}
          <TextField
            label={t('people.twelveWords')}
            multiline
            minRows={2}
            maxRows={6}
            value={typed.words}
            onChange={(event) => change({ words: event.target.value })}
            {...errorProps(isUsernameError ? null : inputError, t('people.twelveWordsHint'))}
          />
        </>
      )}
    </Stack>
  )
}

interface KnownPeopleProps {
  known: readonly PersonCode[]
  typed: string
  onChoose: (code: string) => void
}

function KnownPeople({ known, typed, onChoose }: KnownPeopleProps) {
  const labelId = useId()
  return (
    <div>
      <FieldLabel id={labelId}>{t('people.orKnown')}</FieldLabel>
      <ScrollArea>
        <Buttons role="group" aria-labelledby={labelId}>
          {known.map((person) => {
            const code = personCode(person)
            const isChosen = typed.trim() === code
            return (
              <Chip
                key={person.fp}
                label={shownText(person.name)}
                variant={isChosen ? 'filled' : 'outlined'}
                color={isChosen ? 'primary' : 'default'}
                aria-pressed={isChosen}
                onClick={() => onChoose(code)}
              />
            )
          })}
        </Buttons>
      </ScrollArea>
    </div>
  )
}
