import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useMemo, useState } from 'react'
import type { OperatorRules } from '../../../contract/operatorRules.ts'
import { isPlaceholder } from '../../../contract/fileNames.ts'
import type { DownloadLink } from '../../../contract/schemas/downloads.ts'
import { shownText } from '../../../contract/shownText.ts'
import type { FileRecord } from '../../../contract/schemas/folders.ts'
import { serverNow } from '../../api/serverClock.ts'
import { firstExpiry } from '../../../core/upload/storedAs.ts'
import { directoryOf } from '../../../core/keys/storedNames.ts'
import { FormCheckbox, FormText } from '../../forms/formFields.tsx'
import { submitHandler, useSchemaForm } from '../../forms/schemaForm.ts'
import { rich } from '../../i18n/rich.ts'
import { formatDateTime, splitDateTime } from '../../../i18n/format.ts'
import { t } from '../../../i18n/t.ts'
import { SelectField } from '../../ui/fields/textFields.tsx'
import { Banner } from '../../ui/messages/Banner.tsx'
import { DialogStep } from '../../ui/dialogs/FormDialog.tsx'
import { FileNames } from '../../ui/values/FileName.tsx'
import { Muted } from '../../ui/theme/layout.ts'
import { scrollIntoViewRef } from '../../ui/hooks/scrollIntoViewRef.ts'
import { ExpirationOption } from './ExpirationOption.tsx'
import { NamedPeopleOption } from './NamedPeopleOption.tsx'
import { PasswordOption } from './PasswordOption.tsx'
import { UsesFields } from './UsesFields.tsx'
import { type LinkFields, type LinkOptionProps, linkSchemaOf, initialLinkFields } from './linkFormFields.ts'

interface LinkFormProps {
  rules: OperatorRules
  /** Links that the files can be added to. */
  links: readonly DownloadLink[]
  /** The chosen one; null for a new link. */
  target: DownloadLink | null
  onTarget: (linkToken: string) => void
  records: readonly FileRecord[]
  /** Their names in the list, by id. */
  rowNames: ReadonlyMap<number, string>
  error: string | null
  /** Files that prevent the link and can be left out. */
  leaveOut: { count: number; onLeaveOut: () => void } | null
  /** Set if the error asks about files, with which the link can be made. */
  accept: { count: number; onAccept: (fields: LinkFields) => void | Promise<void> } | null
  /** Progress from 0 to 1 while the link is being made. */
  progress: number | null
  onSubmit: (fields: LinkFields) => void | Promise<void>
  onCancel: () => void
}

export function LinkForm({
  rules,
  links,
  target,
  onTarget,
  records,
  rowNames,
  error,
  leaveOut,
  accept,
  progress,
  onSubmit,
  onCancel,
}: LinkFormProps) {
  const [now] = useState(() => new Date(serverNow()))
  const [initial] = useState(() => initialLinkFields(now, rules))
  const schema = useMemo(() => linkSchemaOf(rules), [rules])
  const form = useSchemaForm(schema, initial)
  const isMaking = progress !== null
  return (
    <DialogStep
      formLabel={t(target ? 'share.addTitle' : 'share.title')}
      spacing={2.5}
      submit={
        target
          ? { label: t('share.add'), busyLabel: t('share.adding'), busy: isMaking }
          : { label: t('share.create'), busyLabel: t('share.creating'), busy: isMaking }
      }
      // The fields are of a new link.
      onSubmit={target ? () => void onSubmit(form.getValues()) : submitHandler(form, onSubmit)}
      onCancel={onCancel}
    >
      <ChosenFiles records={records} rowNames={rowNames} />
      <FirstExpiry records={records} />
      {links.length > 0 && (
        <SelectField
          label={t('share.link')}
          value={target?.link_token ?? ''}
          disabled={isMaking}
          onChange={(event) => onTarget(event.target.value)}
          options={[
            ['', t('share.newLink')],
            ...links.map((link) => [link.link_token, linkLabel(link)] as const),
          ]}
          helperText={target ? addText(target) : undefined}
        />
      )}
      {target === null && (
        <>
          <PasswordOption form={form} rules={rules} disabled={isMaking} />
          <NamedPeopleOption form={form} rules={rules} disabled={isMaking} />
          <ExpirationOption form={form} rules={rules} disabled={isMaking} now={now} />
          <UsesFields form={form} rules={rules} disabled={isMaking} />
          <IntroductionOption form={form} disabled={isMaking} />
        </>
      )}
      {error !== null && (
        <Stack spacing={2.5} sx={{ '& > button': { alignSelf: 'flex-start' } }} ref={scrollIntoViewRef}>
          <Banner severity={accept ? 'warning' : 'error'}>{error}</Banner>
          {leaveOut && (
            <Button onClick={leaveOut.onLeaveOut}>{t('share.leaveOut', { count: leaveOut.count })}</Button>
          )}
          {accept && (
            <Button
              onClick={() =>
                void (target ? accept.onAccept(form.getValues()) : form.handleSubmit(accept.onAccept)())
              }
            >
              {t(target ? 'share.addWith' : 'share.createWith', { count: accept.count })}
            </Button>
          )}
        </Stack>
      )}
      {isMaking && <SealingProgress progress={progress} />}
    </DialogStep>
  )
}

const maxNamed = 3

/** Says what recipients have to do. */
export const addText = ({ has_password }: Pick<DownloadLink, 'has_password'>): string =>
  t(has_password ? 'share.addText' : 'share.addTextOpen')

/** Names a link by its title, and by its files where the server knows their names: titles are its word alone. */
export function linkLabel({ title, files, file_count, creation_date }: DownloadLink): string {
  const names = files.some(isPlaceholder) ? [] : files.slice(0, maxNamed).map(shownText)
  if (title !== null) names.unshift(shownText(title))
  return [...names, t('share.linkFiles', { count: file_count }), formatDateTime(creation_date)].join(' · ')
}

/** Says when the first of the files is deleted, which no expiration of the link can put off. */
function FirstExpiry({ records }: Pick<LinkFormProps, 'records'>) {
  const first = useMemo(() => firstExpiry(records.map(({ expires_at }) => expires_at)), [records])
  if (first === null) return null
  return (
    <Muted>{t('share.filesExpire', { count: records.length, date: splitDateTime(first)?.date ?? '' })}</Muted>
  )
}

/** Names the files of the link, and notes that directory names are disclosed. */
function ChosenFiles({ records, rowNames }: Pick<LinkFormProps, 'records' | 'rowNames'>) {
  const names = records.slice(0, maxNamed).map(({ id }) => rowNames.get(id) ?? '')
  const unnamedCount = records.length - maxNamed
  const hasPaths = records.some((record) => directoryOf(record) !== '.')
  const listed = { count: records.length, names: () => <FileNames names={names} /> }
  return (
    <Typography variant="body2" component="div">
      {unnamedCount > 0
        ? rich('share.filesAndMore', { ...listed, more: unnamedCount })
        : rich('share.files', listed)}
      {hasPaths && (
        <div>
          <Muted>{t('share.pathsTold')}</Muted>
        </div>
      )}
    </Typography>
  )
}

function IntroductionOption({ form: { control }, disabled }: Omit<LinkOptionProps, 'rules'>) {
  return (
    <FormCheckbox
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
    </FormCheckbox>
  )
}

export function SealingProgress({ progress }: { progress: number }) {
  return (
    <ProgressText role="status">
      {t('share.sealingAt', { percent: Math.floor(100 * progress) })}
      <LinearProgress aria-label={t('share.sealing')} variant="determinate" value={100 * progress} />
    </ProgressText>
  )
}

const ProgressText = styled('div')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.small,
  color: vars.palette.text.secondary,
  '& > .MuiLinearProgress-root': { marginTop: spacing(0.75) },
}))
