import {
  type BackedUpKey,
  type KeyBackup,
  type KeyBackupProblem,
  keyBackupText,
  readKeyBackup,
} from '../../../../core/crypto/index.ts'
import { type TextKey, t } from '../../../../i18n/t.ts'
import { saveTextFile } from '../../../platform/saveBlob.ts'

/** Returns 'KIND_anna_2026-03-01', for the name of a file; the date is UTC. */
export const datedFileName = (kind: string, username: string, date: Date): string =>
  `${kind}_${username.replace(/[^A-Za-z0-9_-]/g, '_')}_${date.toISOString().slice(0, 10)}`

export const backupFileName = (username: string, date: Date): string =>
  `${datedFileName('private-key-backup', username, date)}.json`

type SealedKey = Omit<BackedUpKey, 'username'>

export const backupFileText = (username: string, key: SealedKey, date: Date): string =>
  keyBackupText({ ...key, username }, t('keys.backupDescription'), date)

export function saveBackupFile(username: string, key: SealedKey): void {
  const now = new Date()
  saveTextFile(backupFileName(username, now), 'application/json', backupFileText(username, key, now))
}

const problemTexts = {
  empty: 'keys.backupEmpty',
  json: 'keys.backupNoJson',
  structure: 'keys.backupIncomplete',
} as const satisfies Record<KeyBackupProblem, TextKey>

/** True for JSON by type or name; browsers know no type if no program is registered for .json. */
export const hasBackupFileType = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  type === 'application/json' || (type === '' && /\.json$/i.test(name))

/** @throws BackupError */
export async function readBackupFile(file: File): Promise<KeyBackup> {
  if (!hasBackupFileType(file)) throw new BackupError(() => t('forms.backupType'))
  const text = await file.text().catch(() => {
    throw new BackupError(() => t('keys.backupUnreadable'))
  })
  return parseBackup(text)
}

/** An invalid backup file; the message is a sentence for the person. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
  readonly text: () => string

  constructor(text: () => string) {
    super(text())
    this.text = text
  }
}

/** @throws BackupError */
export function parseBackup(text: string): KeyBackup {
  const read = readKeyBackup(text)
  if ('problem' in read) throw new BackupError(() => t(problemTexts[read.problem]))
  return read
}
