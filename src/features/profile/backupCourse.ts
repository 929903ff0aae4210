import type { User } from '../../../contract/auth.ts'
import { makeCurrent } from '../../session/pairInForce.ts'
import { addOlderKey } from '../../session/unlockedKey.ts'
import { notify } from '../../store/hooks.ts'
import { keyTexts } from '../../texts/keys.ts'
import { keyName } from '../../ui/format.ts'
import { type Backup, readBackupFile } from './backupFile.ts'
import type { BackupAnswer, BackupQuestion } from './BackupQuestions.tsx'
import type { OutcomeText } from './Outcome.tsx'
import { openBackup, type OpenedBackup } from './restoredKey.ts'

/** See the note in restoredKey.ts. */

export interface BackupCourse {
  username: string
  file: File
  /** The login password of today; for `restoreBackup` confirmed already. */
  password: string
  ask: (question: BackupQuestion) => Promise<BackupAnswer | null>
}

/** `user` is there when the pair of the backup is in force now. */
export type BackupEnd = OutcomeText & { user?: User }

const info = (text: string): BackupEnd => ({ severity: 'info', text })

/** Changes nothing. @throws BackupError, FaultError, CryptoError */
export async function testBackup({ file, password, ask }: BackupCourse): Promise<BackupEnd> {
  const found = await opened(await readBackupFile(file), password, ask)
  if (!found) {
    return {
      severity: 'error',
      text: 'The backup was not opened: its password is another one, or the file is damaged. Nothing was changed.',
    }
  }
  const { backup, ownPassword } = found
  backup.pkcs8Bytes.fill(0)
  const name = keyName(backup.key.fingerprintWords)
  const kept = ownPassword
    ? ' It opens with the older password that you just typed, not with your current one: keep that too, or download a new backup.'
    : ' It opens with your current login password.'
  return backup.standing === 'current'
    ? {
        severity: 'success',
        text: `Your backup works. It holds the private key of the pair in force, ${name}.${kept}`,
      }
    : {
        severity: 'warning',
        text: `This backup opens, but it does not match your public key: it holds ${name}.${kept} Restore it to open files that were sealed to that key.`,
      }
}

/** @throws BackupError, FaultError, CryptoError */
export async function restoreBackup(course: BackupCourse): Promise<BackupEnd> {
  const { username, file, password, ask } = course
  const backup = await readBackupFile(file)
  if (backup.username !== null && backup.username !== username) {
    const goOn = await ask({ type: 'username', ofBackup: backup.username, username })
    if (goOn?.type !== 'yes') {
      notify('info', keyTexts.restoreCancelled)
      return info(keyTexts.restoreCancelled)
    }
  }
  const found = await opened(backup, password, ask)
  if (!found) return info('Restore cancelled: the backup was not opened. Nothing was changed.')
  try {
    return await putToUse(found.backup, course)
  } finally {
    found.backup.pkcs8Bytes.fill(0)
  }
}

/** Tries the password that was typed, then asks for the backup's own until one opens it, or none is given. */
async function opened(
  backup: Backup,
  password: string,
  ask: BackupCourse['ask'],
): Promise<{ backup: OpenedBackup; ownPassword: boolean } | null> {
  let candidate: string | null = password
  for (let tries = 0; candidate !== null; tries++) {
    const result = await openBackup(backup.sealed, candidate)
    if (result) return { backup: result, ownPassword: tries > 0 }
    const given = await ask({ type: 'password', backupDate: backup.backupDate, again: tries > 0 })
    candidate = given?.type === 'password' ? given.password : null
  }
  return null
}

async function putToUse(backup: OpenedBackup, { username, password, ask }: BackupCourse): Promise<BackupEnd> {
  const name = keyName(backup.key.fingerprintWords)
  const wanted = backup.standing === 'older' ? await ask({ type: 'older', key: backup.key }) : null
  if (backup.standing === 'older' && wanted === null) return info('Restore cancelled. Nothing was changed.')
  if (wanted?.type === 'session') {
    addOlderKey(backup.key)
    return {
      severity: 'success',
      text: `Key ${name} is open for this session: files sealed to it open until you log out or close this tab.`,
    }
  }
  return {
    severity: 'success',
    text: `Private key restored: ${name} is in force, sealed with your current login password.`,
    user: await makeCurrent(username, backup, password),
  }
}
