import Divider from '@mui/material/Divider'
import { styled } from '@mui/material/styles'
import { Suspense, useState } from 'react'
import type { User } from '../../../../contract/schemas/auth.ts'
import { useEncryptedKeyQuery, usePublicKeyQuery } from '../../../api/accountApi.ts'
import { forgetKeyRestored, markKeyRestored } from '../../../session/keyRestoredFlag.ts'
import { updateUser, notifyKeyChanged, useUser } from '../../../session/session.ts'
import { dropAllKeys } from '../../../session/unlockedKey.ts'
import { t } from '../../../../i18n/t.ts'
import { lazyExport } from '../../../ui/lazy/lazyExport.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { RestoreBackupForm } from '../backup/RestoreBackupForm.tsx'
import { GenerateKeyForm } from './GenerateKeyForm.tsx'
import { KeyStatusPanel } from './KeyStatusPanel.tsx'
import { keyStatus, reportedStatusError } from './keyStatus.ts'
import type { NewKeyPair } from './newKeyPair.ts'
import { NewKeyPairDialog } from './NewKeyPairDialog.tsx'
import { OlderPasswordForm } from './OlderPasswordForm.tsx'
import { RecoveryCodeSection } from '../recoveryCode/RecoveryCodeSection.tsx'

/** Loaded on demand: it is far down the page. */
const PasskeySection = lazyExport(() => import('../passkeys/PasskeySection.tsx'), 'PasskeySection')

export function KeySection({ username }: { username: string }) {
  const options = { refetchOnMountOrArgChange: true }
  const publicKey = usePublicKeyQuery(undefined, options)
  const encryptedKey = useEncryptedKeyQuery(undefined, options)
  const [pair, setPair] = useState<NewKeyPair | null>(null)
  /** True if there was a recovery code of the replaced pair. */
  const [codeHasEnded, setCodeHasEnded] = useState(false)

  const user = useUser()
  const codeMadeAt = user?.recovery_code_made_at ?? null
  const isRenewing = user?.key_pair === 'renewing' && pair === null
  const status = keyStatus(publicKey, encryptedKey)
  const servedPublicKey = publicKey.data?.public_key_spki ?? null

  function refetch() {
    void publicKey.refetch()
    void encryptedKey.refetch()
  }

  /** The current pair may have changed, so forget the unlocked key. */
  function pairChanged() {
    dropAllKeys()
    notifyKeyChanged()
    refetch()
  }

  function stored(user: User) {
    updateUser(user)
    pairChanged()
  }

  function restored(user: User) {
    markKeyRestored()
    if (codeMadeAt !== null) setCodeHasEnded(user.recovery_code_made_at === null)
    stored(user)
  }

  return (
    <Section id="encryption-key" title={t('keys.title')} intro={t('keys.intro')}>
      <KeyStatusPanel
        username={username}
        status={status}
        isRenewing={isRenewing}
        failure={reportedStatusError(publicKey, encryptedKey)}
        servedPublicKey={servedPublicKey}
        onRetry={refetch}
      />

      {status === 'ready' && (
        <>
          <Rule />
          <RecoveryCodeSection username={username} madeAt={codeMadeAt} hasEnded={codeHasEnded} />
          <Rule />
          {user && (
            <Suspense fallback={null}>
              <PasskeySection user={user} />
            </Suspense>
          )}
        </>
      )}
      {/* Rarely needed, and folded, once there is a key. */}
      <Rule />
      <GenerateKeyForm
        username={username}
        status={status}
        hasCode={codeMadeAt !== null}
        onGenerated={(newPair) => {
          setCodeHasEnded(codeMadeAt !== null)
          setPair(newPair)
        }}
      />
      <Rule />
      <RestoreBackupForm username={username} isCollapsed={status !== 'incomplete'} onRestored={restored} />
      {status === 'ready' && (
        <>
          <Rule />
          <OlderPasswordForm username={username} hasCode={codeMadeAt !== null} onResealed={stored} />
        </>
      )}
      {pair && (
        <NewKeyPairDialog
          username={username}
          pair={pair}
          codeMadeAt={codeMadeAt}
          codeHasEnded={codeHasEnded}
          onClose={() => {
            setPair(null)
            forgetKeyRestored()
            pairChanged()
          }}
        />
      )}
    </Section>
  )
}

const Rule = styled(Divider)(({ theme }) => ({ marginBlock: theme.spacing(2) }))
