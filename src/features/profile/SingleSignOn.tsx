import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import type { SignInOutcome } from '../../../contract/signInOutcomes.ts'
import type { SingleSignOnLink } from '../../../contract/singleSignOn.ts'
import { shownText } from '../../../contract/shownText.ts'
import { useSingleSignOnLinkQuery } from '../../api/signInApi.ts'
import { faultOf } from '../../faults/faultOf.ts'
import { errorText } from '../../texts/errorText.ts'
import { DateTime } from '../../ui/DateTime.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { Buttons, Muted } from '../../ui/layout.ts'
import { Section } from '../../ui/Section.tsx'
import { StatusText } from '../../ui/StatusText.tsx'
import { Outcome, type OutcomeText } from './Outcome.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { leaveToLink, linkOutcome, unlink } from './singleSignOn.ts'
import { StatusLine } from './StatusLine.tsx'

interface SingleSignOnProps {
  username: string
  hasPassword: boolean
  /** How a link has ended that was begun here. */
  outcome: SignInOutcome | null
}

/** Who the person is at the provider that opens sessions; nothing where there is none. */
export function SingleSignOn({ username, hasPassword, outcome: ended }: SingleSignOnProps) {
  const { data, error, refetch } = useSingleSignOnLinkQuery(undefined, { refetchOnMountOrArgChange: true })
  const [outcome, setOutcome] = useState<OutcomeText | null>(() => linkOutcome(ended))
  const [asked, setAsked] = useState<'link' | 'unlink' | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const isShown = data !== undefined
  // Whoever comes back from the provider looks for what has become of it.
  useEffect(() => {
    if (isShown && ended !== null) place.current?.scrollIntoView({ block: 'center' })
  }, [isShown, ended])

  if (data?.provider === null && data.link === null) return null
  const name = data?.provider == null ? 'a Provider' : shownText(data.provider)
  return (
    <Section
      title={`Sign-In by ${name}`}
      intro="It opens your session, and never your private key: that opens with your password as before. Signing out here does not sign you out there."
    >
      <Stack spacing={2} sx={{ mt: 2 }} ref={place}>
        {data ? (
          <>
            <LinkState link={data.link} />
            <Outcome outcome={outcome} />
            {!hasPassword && (
              <Typography variant="body2" color="textSecondary">
                Linking takes your password: set a key password first.
              </Typography>
            )}
            <LinkButtons provider={data.provider} link={data.link} disabled={!hasPassword} onAsk={setAsked} />
          </>
        ) : (
          error !== undefined && <ErrorBanner message={errorText(error)} onRetry={() => void refetch()} />
        )}
      </Stack>
      {asked === 'link' && (
        <PasswordDialog
          title={`Link to ${name}`}
          username={username}
          confirmLabel="Go On to the Provider"
          busyLabel="Leaving..."
          act={(password) => refusal(() => leaveToLink(username, password))}
          onCancel={() => setAsked(null)}
        >
          <Typography variant="body2" color="textSecondary">
            You sign in there, and come back here. Whoever that account of the provider belongs to can open
            your session from then on.
          </Typography>
        </PasswordDialog>
      )}
      {asked === 'unlink' && (
        <PasswordDialog
          title={`Unlink from ${name}?`}
          username={username}
          confirmLabel="Unlink"
          busyLabel="Unlinking..."
          destructive
          act={(password) =>
            refusal(async () => {
              await unlink(username, password)
              setOutcome({ severity: 'success', text: 'Unlinked. All other sessions have been ended.' })
              setAsked(null)
              await refetch()
            })
          }
          onCancel={() => setAsked(null)}
        >
          <Typography variant="body2" color="textSecondary">
            You then sign in with your user name and password. All your other sessions end.
          </Typography>
        </PasswordDialog>
      )}
    </Section>
  )
}

async function refusal(act: () => Promise<void>) {
  try {
    await act()
    return null
  } catch (error) {
    return { text: errorText(error), ofPassword: faultOf(error).code === 'badPassword' }
  }
}

function LinkState({ link }: { link: SingleSignOnLink | null }) {
  const isGood = link !== null && !link.is_other_provider
  return (
    <StatusLine>
      <StatusText tone={isGood ? 'good' : link ? 'attention' : 'neutral'} hollow={!isGood}>
        {link === null ? 'Not linked' : link.is_other_provider ? 'Linked to another provider' : 'Linked'}
      </StatusText>
      {link && (
        <Muted>
          {' since '}
          <DateTime iso={link.linked_at} />
        </Muted>
      )}
    </StatusLine>
  )
}

interface LinkButtonsProps {
  provider: string | null
  link: SingleSignOnLink | null
  disabled: boolean
  onAsk: (what: 'link' | 'unlink') => void
}

function LinkButtons({ provider, link, disabled, onAsk }: LinkButtonsProps) {
  return (
    <>
      <Buttons>
        {provider !== null && (
          <Button variant="outlined" disabled={disabled} onClick={() => onAsk('link')}>
            {link === null ? 'Link' : 'Link Anew'}
          </Button>
        )}
        {link && !link.is_only_way_in && (
          <Button variant="outlined" color="error" disabled={disabled} onClick={() => onAsk('unlink')}>
            Unlink
          </Button>
        )}
      </Buttons>
      {link?.is_only_way_in === true && (
        <Typography variant="body2" color="textSecondary">
          Nothing else lets you in, so only whoever runs this server can remove the link.
        </Typography>
      )}
    </>
  )
}
