import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '../../../../contract/schemas/auth.ts'
import { useEncryptedKeyQuery, usePublicKeyQuery } from '../../../api/accountApi.ts'
import { forgetKeyRestored, markKeyRestored } from '../../../session/keyRestoredFlag.ts'
import { updateUser, notifyKeyChanged, useUser } from '../../../session/session.ts'
import { dropAllKeys } from '../../../session/unlockedKey.ts'
import { t } from '../../../../i18n/t.ts'
import { FoldedSection } from '../../../ui/page/FoldedSection.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { RestoreBackupForm } from '../backup/RestoreBackupForm.tsx'
import { Subsection, Subsections } from '../common/Subsection.tsx'
import { GenerateKeyForm } from './GenerateKeyForm.tsx'
import { KeyStatusPanel } from './KeyStatusPanel.tsx'
import { keyStatus, reportedStatusError } from './keyStatus.ts'
import type { NewKeyPair } from './newKeyPair.ts'
import { NewKeyPairDialog } from './NewKeyPairDialog.tsx'
import { OlderPasswordForm } from './OlderPasswordForm.tsx'
import { RecoveryCodeSection } from '../recoveryCode/RecoveryCodeSection.tsx'

/** Shows the backup and the recovery code, and how to replace or mend the key, which is folded once there is one. */
export function KeySections({ username }: { username: string }) {
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
  const isKeyMissing = status === 'none' || status === 'incomplete'
  const pointsToOlderPassword = useLocation({ select: ({ hash }) => hash === 'older-password' })
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
    <>
      <Section title={t('profile.passwordForgotten')}>
        <Subsections>
          <Subsection id="encryption-key" title={t('keys.title')} intro={t('keys.intro')}>
            <KeyStatusPanel
              username={username}
              status={status}
              isRenewing={isRenewing}
              failure={reportedStatusError(publicKey, encryptedKey)}
              servedPublicKey={servedPublicKey}
              onRetry={refetch}
            />
          </Subsection>
          {status === 'ready' && (
            <RecoveryCodeSection username={username} madeAt={codeMadeAt} hasEnded={codeHasEnded} />
          )}
        </Subsections>
      </Section>
      <FoldedSection
        title={t(isKeyMissing ? 'keys.makeOrRestore' : 'profile.emergency')}
        isNeeded={isKeyMissing || pointsToOlderPassword}
      >
        <Subsections>
          <GenerateKeyForm
            username={username}
            status={status}
            hasCode={codeMadeAt !== null}
            onGenerated={(newPair) => {
              setCodeHasEnded(codeMadeAt !== null)
              setPair(newPair)
            }}
          />
          <RestoreBackupForm
            username={username}
            isCollapsed={status !== 'incomplete'}
            onRestored={restored}
          />
          {status === 'ready' && (
            <OlderPasswordForm username={username} hasCode={codeMadeAt !== null} onResealed={stored} />
          )}
        </Subsections>
      </FoldedSection>
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
    </>
  )
}
