import { t } from '../../i18n/t.ts'
import { StatusText } from '../ui/StatusText.tsx'
import { useUser } from './session.ts'
import { useUnlockedKey } from './unlockedKey.ts'

/** Shows whether the private key is open in this tab; nothing for users without a key pair. */
export function KeyMark() {
  const keyPair = useUser()?.key_pair
  const isOpen = useUnlockedKey() !== null
  if (keyPair !== 'complete' && keyPair !== 'renewing') return null
  return (
    <span title={t(isOpen ? 'session.keyOpenText' : 'session.keyLockedText')}>
      <StatusText tone="neutral" hollow={!isOpen}>
        {t(isOpen ? 'session.keyOpen' : 'session.keyLocked')}
      </StatusText>
    </span>
  )
}
