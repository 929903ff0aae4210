import Stack from '@mui/material/Stack'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { hasKeyPair } from '../../../contract/hasKeyPair.ts'
import { noRules, type OperatorRules } from '../../../contract/operatorRules.ts'
import { defaultSort } from '../../api/defaultSort.ts'
import { useFoldersQuery } from '../../api/foldersApi.ts'
import { useSentLinksQuery } from '../../api/linksApi.ts'
import { errorText } from '../../../i18n/errorText.ts'
import type { Folder } from '../../../contract/schemas/folders.ts'
import { useEffectiveRules, useServerInfoQuery } from '../../api/serverApi.ts'
import { serverNow } from '../../api/serverClock.ts'
import { FormText } from '../../forms/formFields.tsx'
import { submitHandler, useSchemaForm } from '../../forms/schemaForm.ts'
import { t } from '../../../i18n/t.ts'
import { useUser } from '../../session/session.ts'
import type { UnlockedKey } from '../../session/unlockedKey.ts'
import { useUnlock } from '../../session/useUnlock.tsx'
import { notify } from '../../store/hooks.ts'
import { useIsOffline } from '../../store/connectivityHooks.ts'
import { BusyButton } from '../../ui/buttons/BusyButton.tsx'
import { ButtonLink } from '../../ui/buttons/ButtonLink.tsx'
import { TitledDialog } from '../../ui/dialogs/TitledDialog.tsx'
import { scrollIntoViewRef } from '../../ui/hooks/scrollIntoViewRef.ts'
import { Banner } from '../../ui/messages/Banner.tsx'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import { Explanation } from '../../ui/messages/Explanation.tsx'
import { LoadingText } from '../../ui/messages/LoadingText.tsx'
import { DashboardBreadcrumb } from '../../ui/page/DashboardBreadcrumb.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { Panel } from '../../ui/page/Panel.tsx'
import { CreatedLink } from './CreatedLink.tsx'
import { LifetimeField } from './ExpirationOption.tsx'
import { addText, linkLabel, SealingProgress } from './LinkForm.tsx'
import { initialSendFields, type LinkOptionProps, sendSchemaOf } from './linkFormFields.ts'
import { NamedPeopleOption } from './NamedPeopleOption.tsx'
import { PasswordOption } from './PasswordOption.tsx'
import type { SentFile } from './sendFiles.ts'
import { sendFailureText, type SendTarget, useSend } from './useSend.ts'

/** What another feature does: it takes files, and sends them into a folder. */
interface FilesSlot {
  panel: ReactNode
  count: number
  hasFailed: boolean
  isReading: boolean
  /** True once something has arrived, of which the message may be a part. */
  hasArrived: boolean
  /** Resolves to null if some did not arrive. */
  send: (folder: Folder, key: UnlockedKey, message: string) => Promise<readonly SentFile[] | null>
}

interface SendPageProps {
  /** The link that files are added to; undefined for a new one. */
  linkToken: string | undefined
  files: (props: { disabled: boolean; children: (files: FilesSlot) => ReactNode }) => ReactNode
  /** Called when the link has been handed out. */
  onDone: () => void
}

/** Sends files by a download link, in one step. */
export function SendPage(props: SendPageProps) {
  const rules = useEffectiveRules()
  const user = useUser()
  if (rules === null || user === null) return <LoadingText>{t('rules.loading')}</LoadingText>
  const { linkToken } = props
  return (
    <Page
      title={t(linkToken === undefined ? 'send.title' : 'share.addTitle')}
      width="form"
      back={<DashboardBreadcrumb />}
    >
      {hasKeyPair(user) ? (
        linkToken === undefined ? (
          <SendForm {...props} rules={rules} target={null} />
        ) : (
          <AddForm {...props} linkToken={linkToken} />
        )
      ) : (
        <Panel>
          <EmptyState
            title={t('send.noKey')}
            action={
              <ButtonLink to="/dashboard" variant="contained">
                {t('dashboard.keyNoneAction')}
              </ButtonLink>
            }
          />
        </Panel>
      )}
    </Page>
  )
}

type FormProps = SendPageProps & { rules: OperatorRules }

/** The form for files that are added to a link which was made for sent files. */
function AddForm({ linkToken, ...props }: SendPageProps & { linkToken: string }) {
  const links = useSentLinksQuery(undefined)
  const folders = useFoldersQuery(defaultSort)
  // As they were when the page was opened: what is added to is not exchanged meanwhile.
  const [target, setTarget] = useState<SendTarget | null>(null)
  // The form's fields are of a new link.
  if (target) return <SendForm {...props} linkToken={linkToken} rules={noRules} target={target} />
  const link = links.data?.find(({ link_token }) => link_token === linkToken)
  const folder = folders.data?.find(({ id, kind }) => id === link?.folder_id && kind === 'sent')
  if (link && folder) setTarget({ link, folder })
  const failure = links.error ?? folders.error
  if (failure) return <Banner severity="error">{errorText(failure)}</Banner>
  if (!links.data || !folders.data) return <LoadingText>{t('share.loading')}</LoadingText>
  return <EmptyState title={t('sent.noMatch')} />
}

function SendForm({ files: renderFiles, onDone, rules, target }: FormProps & { target: SendTarget | null }) {
  const [now] = useState(() => new Date(serverNow()))
  const [initial] = useState(() => initialSendFields(now, rules))
  const form = useSchemaForm(
    useMemo(() => sendSchemaOf(rules), [rules]),
    initial,
  )
  const offline = useIsOffline()
  const { unlock, dialog } = useUnlock()
  const { step, send } = useSend(unlock, target)
  const failure = step.name === 'choosing' ? step.failure : null
  const isBusy = step.name !== 'choosing'
  const isAdded = step.name === 'ready' && step.link === null
  useEffect(() => {
    if (!isAdded) return
    notify('success', t('share.added'))
    onDone()
  }, [isAdded, onDone])
  const hasMessage = useWatch({ control: form.control, name: 'message' }).trim() !== ''
  return (
    <>
      {renderFiles({
        disabled: isBusy,
        children: (files) => (
          <form
            noValidate
            aria-label={t(target ? 'share.addTitle' : 'send.title')}
            onSubmit={submitHandler(form, (fields) => send(fields, files.send))}
          >
            <Stack spacing={2.5}>
              {target && (
                <Explanation>
                  <strong>{linkLabel(target.link)}</strong>
                  <br />
                  {addText(target.link)}
                </Explanation>
              )}
              {files.panel}
              {step.name === 'linking' && <SealingProgress progress={step.fraction} />}
              {!isBusy && target === null && (
                <Panel>
                  <Options
                    form={form}
                    rules={rules}
                    disabled={false}
                    now={now}
                    hasArrived={files.hasArrived}
                  />
                </Panel>
              )}
              {failure !== null && (
                <div ref={scrollIntoViewRef}>
                  <Banner severity="error">{sendFailureText(failure, target !== null)}</Banner>
                </div>
              )}
              {step.name !== 'sending' && (
                <BusyButton
                  type="submit"
                  variant="contained"
                  size="large"
                  busy={isBusy}
                  disabled={offline || (files.count === 0 && !hasMessage) || files.isReading}
                >
                  {files.hasFailed && !isBusy
                    ? t('ui.tryAgain')
                    : target
                      ? t(isBusy ? 'share.adding' : 'share.add')
                      : t(isBusy ? 'share.creating' : 'share.create')}
                </BusyButton>
              )}
            </Stack>
          </form>
        ),
      })}
      {step.name === 'ready' && step.link && (
        <TitledDialog open maxWidth="sm" title={t('share.readyTitle')}>
          <CreatedLink link={step.link} onClose={onDone} />
        </TitledDialog>
      )}
      {dialog}
    </>
  )
}

function Options({ now, hasArrived, ...option }: LinkOptionProps & { now: Date; hasArrived: boolean }) {
  const { form, rules, disabled } = option
  const hasNoMail = useServerInfoQuery(undefined).data?.sends_mail === false
  const text = { control: form.control, disabled }
  return (
    <Stack spacing={2}>
      <FormText {...text} name="title" label={t('share.linkTitle')} />
      <FormText
        {...text}
        disabled={hasArrived}
        name="message"
        label={t('share.message')}
        hint={t(hasArrived ? 'send.messageStays' : 'send.messageHint')}
        multiline
        minRows={2}
        maxRows={8}
      />
      <LifetimeField {...option} now={now} />
      <PasswordOption {...option} />
      {(!hasNoMail || rules.require_named_people) && <NamedPeopleOption {...option} />}
    </Stack>
  )
}
