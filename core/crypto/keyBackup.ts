import type { SealedPrivateKey } from '../../contract/schemas/fields.ts'

/** Contents of a backup file of the private key. Only the sealed key is authenticated. */
export interface KeyBackup {
  sealed: SealedPrivateKey
  username: string | null
  /** ISO time. */
  backupDate: string | null
}

/** A key to be backed up. */
export interface BackedUpKey {
  sealed: SealedPrivateKey
  /** Fingerprint of the public key, base64url. */
  fingerprint: string
  username: string
}

/**
 * Returns a backup file: the sealed private key, which opens with the login password of its time.
 * @param description what the file is, for whoever finds it
 */
export function keyBackupText(
  { sealed, fingerprint, username }: BackedUpKey,
  description: string,
  date: Date,
): string {
  const content = {
    description,
    username,
    encryptedPrivateKey: sealed.encryptedPrivateKey,
    kdfSalt: sealed.kdfSalt,
    // Keys without it were sealed with the default number of rounds.
    ...(sealed.kdfIterations !== undefined && { kdfIterations: sealed.kdfIterations }),
    fingerprint,
    backupDate: date.toISOString(),
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

export type KeyBackupProblem = 'empty' | 'json' | 'structure'

export function readKeyBackup(text: string): KeyBackup | { problem: KeyBackupProblem } {
  if (text.trim() === '') return { problem: 'empty' }
  let content: Record<string, unknown> | null
  try {
    // JSON.parse rejects the byte order mark that some editors add.
    content = JSON.parse(text.replace(/^\uFEFF/, '')) as Record<string, unknown> | null
  } catch {
    return { problem: 'json' }
  }
  const field = (name: string): string | null => {
    const value = content?.[name]
    return typeof value === 'string' && value !== '' ? value : null
  }
  const encryptedPrivateKey = field('encryptedPrivateKey')
  const kdfSalt = field('kdfSalt')
  if (encryptedPrivateKey === null || kdfSalt === null) return { problem: 'structure' }
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
