import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useEffect, useRef, useState } from 'react'
import type { SignInOutcome } from '../../../../contract/signInOutcomes.ts'
import type { SingleSignOnLink } from '../../../../contract/schemas/singleSignOn.ts'
import { shownText } from '../../../../contract/shownText.ts'
import { useSingleSignOnLinkQuery } from '../../../api/accountApi.ts'
import { errorText } from '../../../../i18n/errorText.ts'
import { rich } from '../../../i18n/rich.ts'
import { t } from '../../../../i18n/t.ts'
import { DateTime } from '../../../ui/values/DateTime.tsx'
import { ErrorBanner } from '../../../ui/messages/ErrorBanner.tsx'
import { Buttons, Muted } from '../../../ui/theme/layout.ts'
import { StatusText } from '../../../ui/messages/StatusText.tsx'
import { Explanation } from '../../../ui/messages/Explanation.tsx'
import { OutcomeBanner, type OutcomeText } from '../common/OutcomeBanner.tsx'
import { PasswordDialog } from '../common/PasswordDialog.tsx'
import { redirectToLinkAccount, linkActionLabels, linkOutcomeText, unlinkAccount } from './singleSignOn.ts'
import { StatusLine } from '../common/StatusLine.tsx'
import { Subsection } from '../common/Subsection.tsx'

interface SingleSignOnSectionProps {
  username: string
  hasPassword: boolean
  /** Outcome of linking the account to a provider. */
  outcome: SignInOutcome | null
}

/** The linked account at the identity provider; renders nothing if there is no provider. */
export function SingleSignOnSection({
  username,
  hasPassword,
  outcome: signInOutcome,
}: SingleSignOnSectionProps) {
  const { data, error, refetch } = useSingleSignOnLinkQuery(undefined, { refetchOnMountOrArgChange: true })
  const [outcome, setOutcome] = useState<OutcomeText | null>(() => linkOutcomeText(signInOutcome))
  const [openDialog, setOpenDialog] = useState<'link' | 'unlink' | null>(null)
  const container = useRef<HTMLDivElement>(null)
  const isShown = data !== undefined
  // Shows the outcome after the return from the provider.
  useEffect(() => {
    if (isShown && signInOutcome !== null) container.current?.scrollIntoView({ block: 'center' })
  }, [isShown, signInOutcome])

  if (data?.provider === null && data.link === null) return null
  const providerName =
    data?.provider == null
      ? { isNamed: 'no', provider: '' }
      : { isNamed: 'yes', provider: shownText(data.provider) }
  return (
    <Subsection title={t('signInBy.title', providerName)} intro={t('signInBy.intro')}>
      <Stack spacing={2} ref={container}>
        {data ? (
          <>
            <LinkedAccountStatus link={data.link} />
            <OutcomeBanner outcome={outcome} />
            {!hasPassword && <Explanation>{t('signInBy.passwordFirst')}</Explanation>}
            <LinkAccountButtons
              provider={data.provider}
              link={data.link}
              disabled={!hasPassword}
              onAsk={setOpenDialog}
            />
          </>
        ) : (
          error !== undefined && <ErrorBanner message={errorText(error)} onRetry={() => void refetch()} />
        )}
      </Stack>
      {openDialog === 'link' && (
        <PasswordDialog
          title={t('signInBy.linkTo', providerName)}
          username={username}
          confirmLabel={t('signInBy.goOn')}
          busyLabel={t('signInBy.leaving')}
          onSubmit={(password) => redirectToLinkAccount(username, password)}
          onCancel={() => setOpenDialog(null)}
        >
          <Explanation>{t('signInBy.linkText')}</Explanation>
        </PasswordDialog>
      )}
      {openDialog === 'unlink' && (
        <PasswordDialog
          title={t('signInBy.unlinkFrom', providerName)}
          username={username}
          confirmLabel={t('signInBy.unlink')}
          busyLabel={t('signInBy.unlinking')}
          destructive
          onSubmit={async (password) => {
            await unlinkAccount(username, password)
            setOutcome({ severity: 'success', text: () => t('signInBy.unlinked') })
            setOpenDialog(null)
            await refetch()
          }}
          onCancel={() => setOpenDialog(null)}
        >
          <Explanation>{t('signInBy.unlinkText')}</Explanation>
        </PasswordDialog>
      )}
    </Subsection>
  )
}

function LinkedAccountStatus({ link }: { link: SingleSignOnLink | null }) {
  const isGood = link !== null && !link.is_other_provider
  return (
    <StatusLine>
      <StatusText tone={isGood ? 'good' : link ? 'attention' : 'neutral'} hollow={!isGood}>
        {t(
          link === null
            ? 'signInBy.notLinked'
            : link.is_other_provider
              ? 'signInBy.linkedToOther'
              : 'signInBy.isLinked',
        )}
      </StatusText>
      {link && <Muted> {rich('signInBy.since', { time: () => <DateTime iso={link.linked_at} /> })}</Muted>}
    </StatusLine>
  )
}

interface LinkAccountButtonsProps {
  provider: string | null
  link: SingleSignOnLink | null
  disabled: boolean
  onAsk: (action: 'link' | 'unlink') => void
}

function LinkAccountButtons({ provider, link, disabled, onAsk }: LinkAccountButtonsProps) {
  const actions = linkActionLabels(provider, link)
  return (
    <>
      <Buttons>
        {actions.link && (
          <Button disabled={disabled} onClick={() => onAsk('link')}>
            {t(actions.link)}
          </Button>
        )}
        {actions.unlink && (
          <Button color="error" disabled={disabled} onClick={() => onAsk('unlink')}>
            {t(actions.unlink)}
          </Button>
        )}
      </Buttons>
      {link?.is_only_way_in === true && <Explanation>{t('signInBy.onlyWayIn')}</Explanation>}
    </>
  )
}
