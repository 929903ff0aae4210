import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useMemo, useState } from 'react'
import { badWebhookAddress, setWebhook, webhookAddress, type Webhook } from '../../../contract/notices.ts'
import { FormText } from '../../forms/fields.tsx'
import { type FormSchema, submitting, useSchemaForm } from '../../forms/schemaForm.ts'
import { outcomeText } from '../../texts/notices.ts'
import { Banner } from '../../ui/Banner.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { DateTime } from '../../ui/DateTime.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { count } from '../../ui/format.ts'
import { Buttons } from '../../ui/layout.ts'
import { Section } from '../../ui/Section.tsx'
import { useWebhook } from './useWebhook.ts'
import { WebhookSecret } from './WebhookSecret.tsx'

type Hook = ReturnType<typeof useWebhook>

/** Where other programs are told what arrives in a folder. It is saved by itself. */
export function WebhookSection({ folderId }: { folderId: number }) {
  const hook = useWebhook(folderId)
  const { webhook, said } = hook
  return (
    <Box sx={{ mt: 3 }}>
      <Section
        title="Webhook"
        intro="Another program is told over HTTPS when an upload has ended or broken off, and when a download link is first used: this folder’s number, how many files and how many bytes. No names, and nothing of what is in the files."
      >
        <Stack spacing={2} sx={{ mt: 2.5 }}>
          {webhook === undefined ? (
            said && <ErrorBanner message={said.text} onRetry={() => hook.askAgain()} />
          ) : (
            <Settings key={webhook?.url} hook={hook} webhook={webhook} />
          )}
        </Stack>
      </Section>
    </Box>
  )
}

const schema: FormSchema<{ url: string }> = setWebhook.body.refine(
  ({ url }) => webhookAddress(url) !== null,
  {
    path: ['url'],
    message: badWebhookAddress,
  },
)

function Settings({ hook, webhook }: { hook: Hook; webhook: Webhook | null }) {
  const { doing, said, secret } = hook
  const form = useSchemaForm(
    schema,
    useMemo(() => ({ url: webhook?.url ?? '' }), [webhook]),
  )
  const [isDoubtful, setDoubtful] = useState<'replace' | 'remove' | null>(null)
  const isBusy = doing !== null
  return (
    <form noValidate aria-label="Webhook" onSubmit={submitting(form, ({ url }) => hook.save(url))}>
      <Stack spacing={2}>
        <FormText
          control={form.control}
          name="url"
          label="Address"
          type="url"
          autoComplete="off"
          placeholder="https://"
          hint="It begins with https://. Keep it to yourself where it holds a token."
          slotProps={{ htmlInput: { autoCapitalize: 'none', spellCheck: false } }}
        />
        {secret !== null && <WebhookSecret secret={secret} />}
        {said && <Banner severity={said.severity}>{said.text}</Banner>}
        {webhook && <State webhook={webhook} />}
        <Buttons>
          <BusyButton type="submit" variant="outlined" busy={doing === 'saving'} disabled={isBusy}>
            {webhook ? 'Save Address' : 'Add Webhook'}
          </BusyButton>
          {webhook && (
            <>
              <BusyButton
                variant="outlined"
                busy={doing === 'testing'}
                disabled={isBusy}
                onClick={() => void hook.test()}
              >
                {doing === 'testing' ? 'Sending...' : 'Send a Test'}
              </BusyButton>
              <Button color="inherit" disabled={isBusy} onClick={() => setDoubtful('replace')}>
                Replace Secret
              </Button>
              <Button color="error" disabled={isBusy} onClick={() => setDoubtful('remove')}>
                Remove
              </Button>
            </>
          )}
        </Buttons>
      </Stack>
      <ConfirmDialog
        open={isDoubtful === 'replace'}
        title="Replace the secret?"
        confirmLabel="Replace Secret"
        onConfirm={() => {
          setDoubtful(null)
          void hook.replaceSecret()
        }}
        onCancel={() => setDoubtful(null)}
      >
        Everything is signed with the new one from then on. Your receiver refuses it until you enter it there.
      </ConfirmDialog>
      <ConfirmDialog
        open={isDoubtful === 'remove'}
        title="Remove the webhook?"
        confirmLabel="Remove"
        destructive
        onConfirm={() => {
          setDoubtful(null)
          void hook.remove()
        }}
        onCancel={() => setDoubtful(null)}
      >
        The receiver is told of nothing any more, nor of what it has missed.
      </ConfirmDialog>
    </form>
  )
}

function State({ webhook: { last, waiting, secret_made_at } }: { webhook: Webhook }) {
  return (
    <Facts>
      <Fact label={'Last\u00a0notice'}>
        {last === null ? (
          'none yet'
        ) : (
          <>
            <DateTime iso={last.at} />. {outcomeText(last)}
          </>
        )}
      </Fact>
      {waiting > 0 && <Fact label="Waiting">{`${count(waiting, 'notice')}, tried again for two days`}</Fact>}
      <Fact label="Secret made">
        <DateTime iso={secret_made_at} />
      </Fact>
    </Facts>
  )
}
