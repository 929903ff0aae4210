/** Kinds of history entries: a closed set, in groups. Without schemas, so that pages load no zod. */
export const auditGroups = {
  'sign-in': [
    'signed-in',
    'sign-in-failed',
    'second-factor-failed',
    'password-failed',
    'signed-out',
    'api-token-refused',
  ],
  account: [
    'account-added',
    'account-reset',
    'account-disabled',
    'account-enabled',
    'account-quota-changed',
    'operator-made',
    'operator-ended',
    'look-changed',
    'look-reset',
    'rules-changed',
    'profile-changed',
    'email-confirmed',
    'password-changed',
    'key-password-set',
    'password-signs-in',
    'password-opens-the-key-alone',
    'provider-linked',
    'provider-unlinked',
    'second-factor-on',
    'second-factor-off',
    'key-set',
    'key-replaced',
    'recovery-code-made',
    'recovery-code-removed',
    'recovery-box-fetched',
    'passkey-added',
    'passkey-renamed',
    'passkey-removed',
    'passkey-wrap-fetched',
    'api-token-made',
    'api-token-revoked',
  ],
  folder: [
    'folder-made',
    'folder-changed',
    'folder-deleted',
    'folder-restored',
    'upload-link-replaced',
    'mails-on',
    'mails-off',
    'webhook-set',
    'webhook-secret-replaced',
    'webhook-removed',
  ],
  people: ['member-added', 'member-removed', 'role-changed', 'leaving', 'staying'],
  uploads: ['upload', 'upload-password-failed', 'upload-code-failed', 'unfinished-upload-ended'],
  files: [
    'files-deleted',
    'files-restored',
    'files-expired',
    'retention-extended',
    'trash-erased',
    'files-copied',
    'names-hidden',
  ],
  downloads: ['download', 'link-download', 'link-opened', 'link-password-failed', 'link-code-failed'],
  links: ['link-made', 'link-changed', 'link-deleted', 'link-copied', 'link-read'],
} as const

export type AuditGroup = keyof typeof auditGroups
export type AuditKind = (typeof auditGroups)[AuditGroup][number]

export const auditKinds: readonly AuditKind[] = Object.values(auditGroups).flat()

/**
 * The actor of an entry: a signed-in user, their API token, anybody with a link, the command line on the server, or the
 * server by itself.
 */
export const actorKinds = ['account', 'api-token', 'visitor', 'command-line', 'server'] as const
export type ActorKind = (typeof actorKinds)[number]
