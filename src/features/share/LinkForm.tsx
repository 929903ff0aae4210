import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import type { OperatorRules } from '../../../contract/operatorRules.ts'
import type { FileRecord } from '../../../contract/schemas/folders.ts'
import { serverTimeIfDifferent, serverNow } from '../../api/serverClock.ts'
import { generateLinkPassword } from '../../../core/crypto/index.ts'
import { ClockNote } from '../../forms/ClockNote.tsx'
import { FormOption, FormPassword, FormText } from '../../forms/fields.tsx'
import { type FormOf, submitHandler, useSchemaForm } from '../../forms/schemaForm.ts'
import { notifyError } from '../../store/hooks.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/Banner.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { FieldRow } from '../../ui/layout.ts'
import { SelectField } from '../../ui/textFields.tsx'
import { FilesOfLink } from './FilesOfLink.tsx'
import { NamedPeopleOption } from './NamedPeopleOption.tsx'
import { PasswordTools } from './PasswordTools.tsx'
import { UsesFields } from './UsesFields.tsx'
import { lifetimes, type LinkFields, linkSchemaOf, newLinkFields } from './linkForm.ts'

interface LinkFormProps {
  rules: OperatorRules
  records: readonly FileRecord[]
  /** Reason why the last attempt failed. */
  error: string | null
  /** Files that prevent the link and can be left out. */
  leaveOut: { count: number; onLeaveOut: () => void } | null
  /** Progress from 0 to 1 while the link is being made. */
  progress: number | null
  onSubmit: (fields: LinkFields) => void | Promise<void>
  cancel: ReactNode
}

/** Form for who may open a new link, until when and how often. */
export function LinkForm({ rules, records, error, leaveOut, progress, onSubmit, cancel }: LinkFormProps) {
  const [now] = useState(() => new Date(serverNow()))
  const [initial] = useState(() => newLinkFields(now, rules))
  const schema = useMemo(() => linkSchemaOf(rules), [rules])
  const form = useSchemaForm(schema, initial)
  const isMaking = progress !== null
  return (
    <Form noValidate aria-label={t('share.title')} onSubmit={submitHandler(form, onSubmit)}>
      <DialogContent>
        <Stack spacing={2.5}>
          <FilesOfLink records={records} />
          <Password form={form} rules={rules} disabled={isMaking} />
          <NamedPeopleOption form={form} rules={rules} disabled={isMaking} />
          <Expiration form={form} rules={rules} disabled={isMaking} now={now} />
          <UsesFields form={form} max={rules.max_link_uses} disabled={isMaking} />
          <IntroductionOption form={form} disabled={isMaking} />
          {error !== null && (
            <Stack spacing={2.5} ref={scrollIntoView}>
              <Banner severity="error">{error}</Banner>
              {leaveOut && (
                <Button onClick={leaveOut.onLeaveOut}>
                  {t('share.leaveOut', { count: leaveOut.count })}
                </Button>
              )}
            </Stack>
          )}
          {isMaking && <Progress progress={progress} />}
        </Stack>
      </DialogContent>
      <DialogActions>
        {cancel}
        <BusyButton type="submit" variant="contained" busy={isMaking}>
          {t(isMaking ? 'share.creating' : 'share.create')}
        </BusyButton>
      </DialogActions>
    </Form>
  )
}

/** An error below a long form is out of sight. */
const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

interface PartProps {
  form: FormOf<LinkFields>
  rules: OperatorRules
  disabled: boolean
}

/** Password field with a generated value that can be replaced. */
function Password({ form, rules, disabled }: PartProps) {
  const required = rules.require_link_password
  const { control, getValues, setValue, clearErrors } = form
  const isNamed = useWatch({ control, name: 'isNamed' })
  const take = useCallback(
    (password: string) => {
      setValue('password', password)
      setValue('confirmation', password)
      clearErrors(['password', 'confirmation'])
    },
    [setValue, clearErrors],
  )
  useEffect(() => {
    generateLinkPassword()
      // Keep a value that was typed in the meantime.
      .then((password) => getValues('password') === '' && take(password))
      .catch(notifyError)
  }, [getValues, take])

  return (
    <FormOption
      control={control}
      name="hasPassword"
      label={t('share.protection')}
      disabled={disabled || required}
      hint={(isOn) =>
        required
          ? t('rules.required')
          : isOn
            ? undefined
            : t(isNamed ? 'share.noPasswordNamed' : 'share.noPassword')
      }
    >
      <Stack spacing={1.5}>
        <FormPassword
          control={control}
          name="password"
          label={t('share.password')}
          autoComplete="off"
          initiallyVisible
          readOnly={disabled}
          deps={['confirmation']}
          actions={
            <PasswordTools
              password={() => getValues('password')}
              disabled={disabled}
              onAnother={() => void generateLinkPassword().then(take).catch(notifyError)}
            />
          }
        />
        <FormPassword
          control={control}
          name="confirmation"
          label={t('share.confirmPassword')}
          autoComplete="off"
          readOnly={disabled}
        />
      </Stack>
    </FormOption>
  )
}

/** Lifetimes over a date, which says what is chosen and can be any other. */
function Expiration({ form, rules, disabled, now }: PartProps & { now: Date }) {
  const { control, setValue, clearErrors } = form
  const days = rules.max_link_days
  const offered = useMemo(() => lifetimes(now, rules), [now, rules])
  const expiration = useWatch({ control, name: 'expiration' })
  const chosen = offered.find((one) => one.expiration === expiration)
  return (
    <FormOption
      control={control}
      name="expires"
      label={t('share.expires')}
      disabled={disabled || days !== null}
      hint={(isOn) =>
        days !== null ? t('rules.atMostDays', { days }) : isOn ? undefined : t('share.expiresNever')
      }
    >
      <Stack spacing={1.5}>
        <FieldRow>
          <SelectField
            label={t('share.validFor')}
            value={chosen?.expiration ?? ''}
            disabled={disabled}
            onChange={({ target }) => {
              setValue('expiration', target.value)
              clearErrors('expiration')
            }}
            options={[
              ...offered.map((one) => [one.expiration, t('share.days', { count: one.days })] as const),
              ...(chosen ? [] : [['', t('share.otherDate')] as const]),
            ]}
          />
          <FormText
            control={control}
            name="expiration"
            type="datetime-local"
            label={t('share.validUntil')}
            slotProps={{ htmlInput: { readOnly: disabled } }}
          />
        </FieldRow>
        <ClockNote serverTime={serverTimeIfDifferent()} />
      </Stack>
    </FormOption>
  )
}

/** The fields for title and message, which recipients read above the files. */
function IntroductionOption({ form: { control }, disabled }: Omit<PartProps, 'rules'>) {
  return (
    <FormOption
      control={control}
      name="hasIntroduction"
      label={t('share.words')}
      disabled={disabled}
      hint={(isOn) => (isOn ? t('share.wordsHint') : undefined)}
    >
      <Stack spacing={1.5}>
        <FormText control={control} name="title" label={t('share.linkTitle')} disabled={disabled} />
        <FormText
          control={control}
          name="message"
          label={t('share.message')}
          multiline
          minRows={2}
          maxRows={8}
          disabled={disabled}
        />
      </Stack>
    </FormOption>
  )
}

/** Progress from 0 to 1. */
function Progress({ progress }: { progress: number }) {
  return (
    <Sealing role="status">
      {t('share.sealingAt', { percent: Math.floor(100 * progress) })}
      <LinearProgress aria-label={t('share.sealing')} variant="determinate" value={100 * progress} />
    </Sealing>
  )
}

const Form = styled('form')({
  display: 'contents',
  // Single buttons are as wide as their text.
  '& .MuiStack-root > .MuiButton-root': { alignSelf: 'flex-start' },
})

const Sealing = styled('div')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.small,
  color: vars.palette.text.secondary,
  '& > .MuiLinearProgress-root': { marginTop: spacing(0.75) },
}))
