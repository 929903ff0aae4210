import type { NewKeyPair } from './newKeyPair.ts'

/** 'private-key-backup_anna_2026-03-01.json'; the date is UTC, like `backupDate` inside. */
export function backupFileName(username: string, date: Date): string {
  return `private-key-backup_${username.replace(/[^A-Za-z0-9_-]/g, '_')}_${date.toISOString().slice(0, 10)}.json`
}

/** The sealed private key for safe keeping: opens with the login password it was sealed under. */
export function backupFileText(username: string, { sealed, fingerprint }: NewKeyPair, date: Date): string {
  const content = {
    description:
      'Sealpost private key backup. The key is encrypted with the login password of the day it was made: keep both.',
    username,
    encryptedPrivateKey: sealed.encryptedPrivateKey,
    kdfSalt: sealed.kdfSalt,
    kdfIterations: sealed.kdfIterations,
    fingerprint,
    backupDate: date.toISOString(),
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

export function saveBackupFile(username: string, pair: NewKeyPair): void {
  const now = new Date()
  const url = URL.createObjectURL(
    new Blob([backupFileText(username, pair, now)], { type: 'application/json' }),
  )
  const anchor = document.createElement('a')
  anchor.href = url
  anchor.download = backupFileName(username, now)
  anchor.click()
  // The browser has taken the Blob by then; revoking at once would be too early.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
