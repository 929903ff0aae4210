import type { SealedPrivateKey } from '../../crypto/index.ts'
import { formTexts } from '../../texts/forms.ts'
import { datedFileName, saveTextFile } from './savedFile.ts'

/** A sealed private key with what names it. */
export interface BackedUpKey {
  sealed: SealedPrivateKey
  /** Of the public half, base64url. */
  fingerprint: string
}

/** 'private-key-backup_anna_2026-03-01.json'; the date is UTC, like `backupDate` inside. */
export function backupFileName(username: string, date: Date): string {
  return datedFileName('private-key-backup', username, date, 'json')
}

/** The sealed private key for safe keeping: opens with the login password it was sealed under. */
export function backupFileText(username: string, { sealed, fingerprint }: BackedUpKey, date: Date): string {
  const content = {
    description:
      'Sealpost private key backup. The key is encrypted with the password of the day it was made: keep both.',
    username,
    encryptedPrivateKey: sealed.encryptedPrivateKey,
    kdfSalt: sealed.kdfSalt,
    // Without it, what is stored was sealed with the number of rounds that needs no naming.
    ...(sealed.kdfIterations !== undefined && { kdfIterations: sealed.kdfIterations }),
    fingerprint,
    backupDate: date.toISOString(),
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

export function saveBackupFile(username: string, key: BackedUpKey): void {
  const now = new Date()
  saveTextFile(backupFileName(username, now), 'application/json', backupFileText(username, key, now))
}

/** What a backup file holds. All but the sealed key is what the file says of itself. */
export interface Backup {
  sealed: SealedPrivateKey
  username: string | null
  /** ISO time. */
  backupDate: string | null
}

const backupTexts = {
  empty: 'Failed to read file content.',
  unreadable: 'Error reading the backup file.',
  json: "Failed to parse backup file. Ensure it's a valid JSON file.",
  structure: 'Invalid or incomplete backup file structure. Missing required key data or salt.',
} as const

/** Where no program claims .json, a browser knows no type for it. */
export const isBackupType = ({ type, name }: Pick<File, 'type' | 'name'>): boolean =>
  type === 'application/json' || (type === '' && /\.json$/i.test(name))

/** @throws BackupError */
export async function readBackupFile(file: File): Promise<Backup> {
  if (!isBackupType(file)) throw new BackupError(formTexts.backup.type)
  const text = await file.text().catch(() => {
    throw new BackupError(backupTexts.unreadable)
  })
  return parseBackup(text)
}

/** What is wrong with a file, in a sentence. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

/** @throws BackupError */
export function parseBackup(text: string): Backup {
  if (text.trim() === '') throw new BackupError(backupTexts.empty)
  let content: Record<string, unknown> | null
  try {
    // The mark some editors put in front is no JSON.
    content = JSON.parse(text.replace(/^\uFEFF/, '')) as Record<string, unknown> | null
  } catch {
    throw new BackupError(backupTexts.json)
  }
  const field = (name: string): string | null => {
    const value = content?.[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const encryptedPrivateKey = field('encryptedPrivateKey')
  const kdfSalt = field('kdfSalt')
  if (encryptedPrivateKey === null || kdfSalt === null) throw new BackupError(backupTexts.structure)
  const kdfIterations = content?.kdfIterations
  return {
    sealed: {
      encryptedPrivateKey,
      kdfSalt,
      ...(typeof kdfIterations === 'number' && { kdfIterations }),
    },
    username: field('username'),
    backupDate: field('backupDate'),
  }
}
