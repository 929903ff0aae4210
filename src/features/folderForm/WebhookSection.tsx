import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useMemo, useState } from 'react'
import {
  badWebhookAddress,
  setWebhook,
  webhookAddress,
  type Webhook,
} from '../../../contract/schemas/notices.ts'
import { FormText } from '../../forms/formFields.tsx'
import { type FormSchema, submitHandler, useSchemaForm } from '../../forms/schemaForm.ts'
import { faultText } from '../../../i18n/errorText.ts'
import { webhookOutcomeText } from '../../../i18n/noticeTexts.ts'
import { rich } from '../../i18n/rich.ts'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/messages/Banner.tsx'
import { BusyButton } from '../../ui/buttons/BusyButton.tsx'
import { SecretToCopy } from '../../ui/values/CodeBox.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { DateTime } from '../../ui/values/DateTime.tsx'
import { ErrorBanner } from '../../ui/messages/ErrorBanner.tsx'
import { DescriptionListItem, DescriptionList } from '../../ui/values/DescriptionList.tsx'
import { Buttons } from '../../ui/theme/layout.ts'
import { Explanation } from '../../ui/messages/Explanation.tsx'
import { FoldedSection } from '../../ui/page/FoldedSection.tsx'
import { type WebhookResult, useWebhook } from './useWebhook.ts'

type WebhookControl = ReturnType<typeof useWebhook>

/** Webhook that is called when files arrive. It is saved separately from the folder. */
export function WebhookSection({ folderId }: { folderId: number }) {
  const control = useWebhook(folderId)
  const { webhook, result } = control
  return (
    <Box sx={{ mt: 3 }}>
      <FoldedSection
        title={t('folderForm.webhook')}
        // The rest of the address may be secret.
        note={webhook && new URL(webhook.url).host}
        isNeeded={webhook ? isFailing(webhook) : webhook === undefined && result !== null}
      >
        <Stack spacing={2} sx={{ pt: 1 }}>
          <Explanation>{t('folderForm.webhookText')}</Explanation>
          {webhook === undefined ? (
            result && <ErrorBanner message={resultText(result)} onRetry={() => control.reload()} />
          ) : (
            <WebhookForm key={webhook?.url} control={control} webhook={webhook} />
          )}
        </Stack>
      </FoldedSection>
    </Box>
  )
}

const isFailing = ({ last, waiting }: Webhook) => waiting > 0 || (last !== null && last.how !== 'delivered')

const webhookSchema: FormSchema<{ url: string }> = setWebhook.body.refine(
  ({ url }) => webhookAddress(url) !== null,
  { path: ['url'], message: badWebhookAddress },
)

function WebhookForm({ control, webhook }: { control: WebhookControl; webhook: Webhook | null }) {
  const { action, result, secret } = control
  const form = useSchemaForm(
    webhookSchema,
    useMemo(() => ({ url: webhook?.url ?? '' }), [webhook]),
  )
  const [confirming, setConfirming] = useState<'replace' | 'remove' | null>(null)
  const isBusy = action !== null
  return (
    <form
      noValidate
      aria-label={t('folderForm.webhook')}
      onSubmit={submitHandler(form, ({ url }) => control.save(url))}
    >
      <Stack spacing={2}>
        <FormText
          control={form.control}
          name="url"
          label={t('folderForm.address')}
          type="url"
          autoComplete="off"
          placeholder="https://"
          hint={t('folderForm.addressHint')}
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
        />
        {secret !== null && (
          <SecretBox role="status">
            <Typography variant="body2">{rich('folderForm.secret')}</Typography>
            <SecretToCopy
              code={secret}
              label={t('profile.copySecret')}
              failure={t('profile.secretNotCopied')}
            />
          </SecretBox>
        )}
        {result && <Banner severity={resultSeverity(result)}>{resultText(result)}</Banner>}
        {webhook && <WebhookStatus webhook={webhook} />}
        <Buttons>
          <BusyButton type="submit" busy={action === 'saving'} disabled={isBusy}>
            {t(webhook ? 'folderForm.saveAddress' : 'folderForm.addWebhook')}
          </BusyButton>
          {webhook && (
            <>
              <BusyButton busy={action === 'testing'} disabled={isBusy} onClick={() => void control.test()}>
                {t(action === 'testing' ? 'people.sending' : 'folderForm.sendTest')}
              </BusyButton>
              <Button
                variant="text"
                color="inherit"
                disabled={isBusy}
                onClick={() => setConfirming('replace')}
              >
                {t('folderForm.replaceSecret')}
              </Button>
              <Button variant="text" color="error" disabled={isBusy} onClick={() => setConfirming('remove')}>
                {t('ui.remove')}
              </Button>
            </>
          )}
        </Buttons>
      </Stack>
      <ConfirmDialog
        open={confirming === 'replace'}
        title={t('folderForm.replaceSecretQuestion')}
        confirmLabel={t('folderForm.replaceSecret')}
        onConfirm={() => {
          setConfirming(null)
          void control.replaceSecret()
        }}
        onCancel={() => setConfirming(null)}
      >
        {t('folderForm.replaceSecretText')}
      </ConfirmDialog>
      <ConfirmDialog
        open={confirming === 'remove'}
        title={t('folderForm.removeQuestion')}
        confirmLabel={t('ui.remove')}
        destructive
        onConfirm={() => {
          setConfirming(null)
          void control.remove()
        }}
        onCancel={() => setConfirming(null)}
      >
        {t('folderForm.removeText')}
      </ConfirmDialog>
    </form>
  )
}

const SecretBox = styled('div')(({ theme: { vars, spacing } }) => ({
  padding: spacing(2),
  borderRadius: vars.shape.borderRadius,
  border: `1px solid ${vars.palette.divider}`,
}))

function resultSeverity(result: WebhookResult): 'error' | 'success' | 'warning' {
  if (result.type === 'failed') return 'error'
  return result.type === 'tested' && result.outcome.how !== 'delivered' ? 'warning' : 'success'
}

function resultText(result: WebhookResult): string {
  switch (result.type) {
    case 'failed':
      return faultText(result.fault)
    case 'tested':
      return webhookOutcomeText(result.outcome)
    case 'saved':
      return t('folderForm.webhookSaved')
    case 'removed':
      return t('folderForm.webhookRemoved')
  }
}

function WebhookStatus({ webhook: { last, waiting, secret_made_at } }: { webhook: Webhook }) {
  return (
    <DescriptionList>
      <DescriptionListItem label={t('folderForm.lastNotice')}>
        {last === null
          ? t('folderForm.noNotice')
          : rich('folderForm.noticeAt', {
              time: () => <DateTime iso={last.at} />,
              outcome: webhookOutcomeText(last),
            })}
      </DescriptionListItem>
      {waiting > 0 && (
        <DescriptionListItem label={t('folderForm.waiting')}>
          {t('folderForm.waitingCount', { count: waiting })}
        </DescriptionListItem>
      )}
      <DescriptionListItem label={t('folderForm.secretMade')}>
        <DateTime iso={secret_made_at} />
      </DescriptionListItem>
    </DescriptionList>
  )
}
