import { styled } from '@mui/material/styles'
import { useEffect, useRef } from 'react'
import type { SenderField } from '../../../../contract/schemas/senderFields.ts'
import { useAppDispatch, useAppSelector } from '../../../store/hooks.ts'
import { type TextKey, t } from '../../../../i18n/t.ts'
import { LongTextInput } from '../../../ui/fields/LongTextInput.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { SelectInput } from '../../../ui/fields/SelectInput.tsx'
import { TextInput } from '../../../ui/fields/TextInput.tsx'
import {
  type AnswerProblem,
  maxAnswerLengthOf,
  problemOfAnswer,
} from '../../../../core/upload/senderAnswers.ts'
import { selectAnswersState } from './answersSlice.ts'
import { answerTyped } from '../uploadEvents.ts'
import { selectUpload } from '../uploadSlice.ts'

/** The folder's questions to senders; errors appear once the upload is requested. */
export function AnswerFields() {
  const { senderFields } = useAppSelector(selectUpload)
  const { refusals } = useAppSelector(selectAnswersState)
  const container = useRef<HTMLDivElement>(null)
  const seenRefusals = useRef(refusals)
  useEffect(() => {
    if (refusals === seenRefusals.current) return
    seenRefusals.current = refusals
    container.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])
  return (
    <Section title={t('upload.asked')} intro={t('upload.askedText')}>
      <Fields ref={container}>
        {senderFields.map((field, index) => (
          <AnswerField key={field.label} field={field} index={index} showsProblem={refusals > 0} />
        ))}
      </Fields>
    </Section>
  )
}

function AnswerField({
  field,
  index,
  showsProblem,
}: {
  field: SenderField
  index: number
  showsProblem: boolean
}) {
  const dispatch = useAppDispatch()
  const value = useAppSelector((state) => selectAnswersState(state).values[index] ?? '')
  const { kind, label, required, options } = field
  const problem = showsProblem ? problemOfAnswer(field, value) : null
  const input = {
    label: required ? label : t('upload.optional', { label }),
    required,
    value,
    error: problem !== null,
    helperText: problem !== null && <span role="alert">{problemText(problem, kind)}</span>,
    onChange: ({ target }: { target: { value: string } }) =>
      dispatch(answerTyped({ index, value: target.value })),
  }
  if (kind === 'long_text') {
    const remaining = maxAnswerLengthOf(kind) - value.length
    return (
      <FullWidth>
        <LongTextInput
          {...input}
          helperText={
            input.helperText ||
            (remaining <= maxShownRemaining && t('upload.answerLeft', { left: Math.max(0, remaining) }))
          }
        />
      </FullWidth>
    )
  }
  if (kind === 'choice') return <SelectInput {...input} empty={t('upload.choose')} options={options ?? []} />
  return (
    <TextInput
      {...input}
      type={kind}
      maxLength={maxAnswerLengthOf(kind)}
      autoComplete={kind === 'email' ? 'email' : 'on'}
    />
  )
}

/** Maximum number of remaining characters that is shown. */
const maxShownRemaining = 500

const problemTexts = {
  missing: 'upload.answerMissing',
  'too-many-bytes': 'upload.answerTooManyBytes',
  'no-email': 'ui.emailInvalid',
  'local-part': 'ui.emailLocalPart',
  'no-option': 'upload.answerNoOption',
  'no-date': 'upload.answerNoDate',
} as const satisfies Record<Exclude<AnswerProblem, 'too-long'>, TextKey>

const problemText = (problem: AnswerProblem, kind: SenderField['kind']): string =>
  problem === 'too-long'
    ? t('upload.answerTooLong', { count: maxAnswerLengthOf(kind) })
    : t(problemTexts[problem])

const FullWidth = styled('div')({ gridColumn: '1 / -1' })

const Fields = styled('div')(({ theme: { spacing, breakpoints } }) => ({
  display: 'grid',
  gap: spacing(2),
  marginTop: spacing(2),
  alignItems: 'start',
  [breakpoints.up('sm')]: { gridTemplateColumns: '1fr 1fr', '& > :only-child': { gridColumn: '1 / -1' } },
}))
