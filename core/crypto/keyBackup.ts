import type { SealedPrivateKey } from '../../contract/schemas/fields.ts'

/** Contents of a backup file of the private key. Only the sealed key is authenticated. */
export interface KeyBackup {
  sealed: SealedPrivateKey
  username: string | null
  /** ISO time. */
  backupDate: string | null
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
