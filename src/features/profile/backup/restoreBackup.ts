import { checkOpenedKey } from '../../../session/knownKey.ts'
import { installKeyPair, resealKey } from '../../../session/installKeyPair.ts'
import type { LazyPasswordText } from '../../../session/usePasswordText.ts'
import { addOlderKey, type UnlockedKey } from '../../../session/unlockedKey.ts'
import type { KeyBackup } from '../../../../core/crypto/index.ts'
import { notify } from '../../../store/hooks.ts'
import { t } from '../../../../i18n/t.ts'
import type { PreparedKeyChange, NextKey } from '../../../../core/trust/trust.ts'
import { keyName } from '../../../../i18n/format.ts'
import { readBackupFile } from './backupFile.ts'
import type { BackupReply, BackupQuestion } from './BackupQuestions.tsx'
import type { KeyOutcome } from '../common/OutcomeBanner.tsx'
import type { PlannedKeyChange } from '../keyPair/AffectedFolders.tsx'
import { toNextKey } from '../keyPair/newKeyPair.ts'
import { openBackup, type OpenedKeyWithStatus } from './openBackup.ts'

export interface BackupRequest {
  username: string
  file: File
  /** Current login password; `restoreBackup` expects a verified one. */
  password: string
  ask: (question: BackupQuestion) => Promise<BackupReply | null>
  /** Effects of another key on shared folders, and what is installed with it. */
  sharedFolders: {
    planChange: (next: string) => Promise<PlannedKeyChange>
    prepareChange: (next: NextKey, agreed: PlannedKeyChange) => Promise<PreparedKeyChange | null>
    /** Asks to unlock the present key. */
    unlockPresentKey: () => Promise<unknown>
    /** True if the remembered data opens with this key. */
    opensStoredContacts: (key: UnlockedKey) => Promise<boolean>
  }
}

const infoOutcome = (text: LazyPasswordText): KeyOutcome => ({ severity: 'info', text })

/** Opens a backup without changing anything. @throws BackupError, FaultError, CryptoError */
export async function testBackup({ file, password, ask }: BackupRequest): Promise<KeyOutcome> {
  const openedKey = await openWithOwnPassword(await readBackupFile(file), password, ask)
  if (!openedKey) return { severity: 'error', text: () => t('keys.backupNotOpened') }
  const { backup, usedOwnPassword } = openedKey
  backup.pkcs8Bytes.fill(0)
  const isCurrent = backup.status === 'current'
  return {
    severity: isCurrent ? 'success' : 'warning',
    text: (passwordText) =>
      passwordText(isCurrent ? 'keys.backupWorks' : 'keys.backupOfOther', {
        key: keyName(backup.key.fingerprintWords),
        password: usedOwnPassword ? 'older' : 'current',
      }),
  }
}

/** @throws BackupError, FaultError, CryptoError */
export async function restoreBackup(request: BackupRequest): Promise<KeyOutcome> {
  const { username, file, password, ask } = request
  const backup = await readBackupFile(file)
  if (backup.username !== null && backup.username !== username) {
    const confirm = await ask({ type: 'username', ofBackup: backup.username, username })
    if (confirm?.type !== 'yes') {
      notify('info', t('keys.restoreCancelled'))
      return infoOutcome(() => t('keys.restoreCancelled'))
    }
  }
  const openedKey = await openWithOwnPassword(backup, password, ask)
  if (!openedKey) return infoOutcome(() => t('keys.restoreNotOpened'))
  try {
    return await installBackup(openedKey.backup, request)
  } finally {
    openedKey.backup.pkcs8Bytes.fill(0)
  }
}

/** Tries the typed password, then asks for the backup's own until one opens it or the person declines. */
async function openWithOwnPassword(
  backup: KeyBackup,
  password: string,
  ask: BackupRequest['ask'],
): Promise<{ backup: OpenedKeyWithStatus; usedOwnPassword: boolean } | null> {
  let candidate: string | null = password
  for (let tries = 0; candidate !== null; tries++) {
    const result = await openBackup(backup.sealed, candidate)
    if (result) return { backup: result, usedOwnPassword: tries > 0 }
    const reply = await ask({ type: 'password', backupDate: backup.backupDate, again: tries > 0 })
    candidate = reply?.type === 'password' ? reply.password : null
  }
  return null
}

const nothingChanged: LazyPasswordText = () => t('keys.restoreChangedNothing')

async function installBackup(backup: OpenedKeyWithStatus, request: BackupRequest): Promise<KeyOutcome> {
  const { username, password, sharedFolders } = request
  const name = () => keyName(backup.key.fingerprintWords)
  const decision = backup.status === 'older' ? await askAboutOlderPair(backup.key, request) : null
  if (backup.status === 'older' && decision === null) return infoOutcome(nothingChanged)
  if (decision?.type === 'session') {
    addOlderKey(backup.key)
    return { severity: 'success', text: () => t('keys.olderOpen', { key: name() }) }
  }
  // The server alone claims that it is current; trusting it would install a key without a question.
  const foreign =
    decision === null ? await checkOpenedKey({ username, fingerprint: backup.key.fingerprint }) : null
  if (foreign && (await request.ask({ type: 'foreign', foreign }))?.type !== 'yes')
    return infoOutcome(nothingChanged)
  const hasOtherRoot = backup.status === 'current' && !(await sharedFolders.opensStoredContacts(backup.key))
  if (hasOtherRoot && (await request.ask({ type: 'other-root' }))?.type !== 'yes')
    return infoOutcome(nothingChanged)
  const preparedChange =
    decision && (await sharedFolders.prepareChange(toNextKey(backup.key), decision.keyChange))
  const user =
    backup.status === 'current'
      ? await resealKey(username, backup, password)
      : await installKeyPair(username, backup, password, preparedChange)
  await preparedChange?.remember()
  return { severity: 'success', text: (passwordText) => passwordText('keys.restored', { key: name() }), user }
}

/** Asks before a pair other than the current one is restored; again, once the present key is unlocked. */
async function askAboutOlderPair(
  key: UnlockedKey,
  { ask, sharedFolders }: BackupRequest,
): Promise<{ type: 'session' | 'current'; keyChange: PlannedKeyChange } | null> {
  for (;;) {
    const keyChange = await sharedFolders.planChange(key.fingerprint)
    const decision = await ask({ type: 'older', opened: key, keyChange })
    if (decision?.type === 'session' || decision?.type === 'current')
      return { type: decision.type, keyChange }
    if (decision?.type !== 'open') return null
    await sharedFolders.unlockPresentKey()
  }
}
