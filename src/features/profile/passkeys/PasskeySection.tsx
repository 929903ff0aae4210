import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useEffect, useRef, useState } from 'react'
import { maxPasskeys } from '../../../../contract/limits.ts'
import type { User } from '../../../../contract/schemas/auth.ts'
import type { Passkey } from '../../../../contract/schemas/passkeys.ts'
import { shownText } from '../../../../contract/shownText.ts'
import { t } from '../../../../i18n/t.ts'
import { usePasskeysQuery } from '../../../api/accountApi.ts'
import { rich } from '../../../i18n/rich.ts'
import { isPasskeyOfThisHost, signalUnknownCredential } from '../../../session/passkeys/authenticator.ts'
import { usePasskeyObstacle } from '../../../session/passkeys/useUsablePasskeys.ts'
import { Banner } from '../../../ui/messages/Banner.tsx'
import { DateTime } from '../../../ui/values/DateTime.tsx'
import { Explanation } from '../../../ui/messages/Explanation.tsx'
import { Buttons } from '../../../ui/theme/layout.ts'
import { Entry, EntryList } from '../../../ui/lists/EntryList.tsx'
import { QueryContent } from '../../../ui/messages/QueryContent.tsx'
import { AddPasskeyDialog, PasskeyNameField } from './AddPasskeyDialog.tsx'
import { Subsection } from '../common/Subsection.tsx'
import { MakeRecoveryCodeDialog } from '../recoveryCode/MakeRecoveryCodeDialog.tsx'
import { cleanPasskeyName, recoveryCodeRole, removePasskey, renamePasskey } from './newPasskey.ts'
import { OutcomeBanner, type OutcomeText } from '../common/OutcomeBanner.tsx'
import { PasswordDialog } from '../common/PasswordDialog.tsx'

type PasskeyAction = { type: 'add' | 'code' } | { type: 'rename' | 'remove'; passkey: Passkey }

const noPasskeys: readonly Passkey[] = []

export function PasskeySection({ user }: { user: User }) {
  const { username, public_key_spki } = user
  const query = usePasskeysQuery(undefined, { refetchOnMountOrArgChange: true })
  const passkeys = query.data ?? noPasskeys
  const obstacle = usePasskeyObstacle()
  const [action, setAction] = useState<PasskeyAction | null>(null)
  const [outcome, setOutcome] = useState<OutcomeText | null>(null)
  const [hasAdded, setHasAdded] = useState(false)
  useForgetReplacedPasskeys(public_key_spki, passkeys, () => void query.refetch())

  const codeRole = recoveryCodeRole(user)
  const needsCode = codeRole === 'required'
  const offersCode = needsCode || (codeRole === 'offered' && hasAdded)

  function begin(newAction: PasskeyAction) {
    setOutcome(null)
    setAction(newAction)
  }
  const close = () => setAction(null)
  function finish(text: (() => string) | null) {
    close()
    if (text) setOutcome({ severity: 'success', text })
    void query.refetch()
  }

  return (
    <Subsection id="passkeys" title={t('passkeys.title')} intro={t('passkeys.intro')}>
      <Stack spacing={2}>
        <QueryContent query={query} loading={t('passkeys.loading')}>
          {(list) => <PasskeyList passkeys={list} onAction={begin} />}
        </QueryContent>
        {action === null && <OutcomeBanner outcome={outcome} />}
        {obstacle && (
          <Explanation>{t(obstacle === 'address' ? 'passkeys.noAddress' : 'passkeys.noBrowser')}</Explanation>
        )}
        {obstacle === null && offersCode && (
          <Explanation>{t(needsCode ? 'passkeys.codeFirst' : 'passkeys.codeToo')}</Explanation>
        )}
        {passkeys.length >= maxPasskeys && (
          <Explanation>{t('passkeys.enough', { passkeys: maxPasskeys })}</Explanation>
        )}
        {obstacle === null && (
          <Buttons>
            {!needsCode && query.data && passkeys.length < maxPasskeys && (
              <Button onClick={() => begin({ type: 'add' })}>{t('passkeys.add')}</Button>
            )}
            {offersCode && <Button onClick={() => begin({ type: 'code' })}>{t('keys.makeCodeTitle')}</Button>}
          </Buttons>
        )}
      </Stack>
      {action?.type === 'add' && (
        <AddPasskeyDialog
          username={username}
          passkeys={passkeys}
          onAdded={() => {
            setHasAdded(true)
            finish(() => t('passkeys.added'))
          }}
          onClose={() => finish(null)}
        />
      )}
      {action?.type === 'code' && (
        <MakeRecoveryCodeDialog username={username} replaces={false} onClose={close} />
      )}
      {action?.type === 'rename' && (
        <RenamePasskeyDialog
          username={username}
          passkey={action.passkey}
          onDone={() => finish(null)}
          onClose={close}
        />
      )}
      {action?.type === 'remove' && (
        <RemovePasskeyDialog
          username={username}
          passkey={action.passkey}
          onDone={() => finish(() => t('passkeys.removed'))}
          onClose={close}
        />
      )}
    </Subsection>
  )
}

/** Tells authenticators when another pair has come into force on this page: the server has deleted its passkeys. */
function useForgetReplacedPasskeys(
  publicKey: string | null,
  passkeys: readonly Passkey[],
  refetch: () => void,
) {
  const before = useRef({ publicKey, passkeys })
  useEffect(() => {
    const last = before.current
    if (last.publicKey !== null && last.publicKey !== publicKey) {
      last.passkeys.filter(isPasskeyOfThisHost).forEach(signalUnknownCredential)
      refetch()
    }
    before.current = { publicKey, passkeys }
  })
}

function PasskeyList({
  passkeys,
  onAction,
}: {
  passkeys: readonly Passkey[]
  onAction: (action: PasskeyAction) => void
}) {
  if (passkeys.length === 0) return null
  return (
    <EntryList label={t('passkeys.title')} sx={listStyles}>
      {passkeys.map((passkey) => (
        <Entry
          key={passkey.id}
          name={shownText(passkey.name)}
          actions={
            <Buttons sx={{ flex: 'none' }}>
              <Button
                size="small"
                aria-label={t('passkeys.renameIt', { name: shownText(passkey.name) })}
                onClick={() => onAction({ type: 'rename', passkey })}
              >
                {t('passkeys.rename')}
              </Button>
              <Button
                size="small"
                color="error"
                aria-label={t('passkeys.removeIt', { name: shownText(passkey.name) })}
                onClick={() => onAction({ type: 'remove', passkey })}
              >
                {t('ui.remove')}
              </Button>
            </Buttons>
          }
        >
          {!isPasskeyOfThisHost(passkey) && (
            <span className="fact">{t('passkeys.otherHost', { host: shownText(passkey.rp_id) })}</span>
          )}
          <span className="fact">
            {rich('passkeys.times', {
              added: () => <DateTime iso={passkey.created_at} />,
              isUsed: passkey.last_used_at === null ? 'no' : 'yes',
              use: () => <DateTime iso={passkey.last_used_at} />,
            })}
          </span>
        </Entry>
      ))}
    </EntryList>
  )
}

interface PasskeyDialogProps {
  username: string
  passkey: Passkey
  onDone: () => void
  onClose: () => void
}

function RenamePasskeyDialog({ username, passkey, onDone, onClose }: PasskeyDialogProps) {
  const [name, setName] = useState(passkey.name)
  return (
    <PasswordDialog
      title={t('passkeys.renameTitle')}
      username={username}
      confirmLabel={t('passkeys.rename')}
      busyLabel={t('passkeys.renaming')}
      onSubmit={async (password) => {
        await renamePasskey(username, passkey, cleanPasskeyName(name), password)
        onDone()
      }}
      onCancel={onClose}
    >
      <PasskeyNameField name={name} onChange={setName} />
    </PasswordDialog>
  )
}

function RemovePasskeyDialog({ username, passkey, onDone, onClose }: PasskeyDialogProps) {
  return (
    <PasswordDialog
      title={t('passkeys.removeQuestion')}
      username={username}
      confirmLabel={t('ui.remove')}
      busyLabel={t('people.removing')}
      destructive
      onSubmit={async (password) => {
        await removePasskey(username, passkey, password)
        onDone()
      }}
      onCancel={onClose}
    >
      <Explanation>{t('passkeys.removeText', { name: shownText(passkey.name) })}</Explanation>
      <Banner severity="warning">{t('passkeys.removeLimits')}</Banner>
    </PasswordDialog>
  )
}

const listStyles = {
  '& .fact': { marginTop: 0.5 },
  // Two buttons need a line of their own on phones.
  '& li > div': {
    flexDirection: { xs: 'column', sm: 'row' },
    alignItems: { xs: 'flex-start', sm: 'center' },
  },
} as const
