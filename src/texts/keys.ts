/** What the screens say of keys. */
export const keyTexts = {
  passwordRequired: 'Password required to generate and encrypt keys.',
  generationCancelled: 'Key generation cancelled.',
  generationFailed: (reason: string) => `Key generation process failed: ${reason}`,
  unlockFailed: (reason: string) => `Failed to unlock key: ${reason}`,
  passwordNotVerified: 'Password verification failed. Please enter your current login password.',
  restoreCancelled: 'Restore cancelled due to username mismatch.',
  restoreFailed: (reason: string) => `Restore failed: ${reason}`,
  notReencrypted:
    'Your private key was not re-encrypted. The key data on the server might be unusable if the old password was ' +
    'wrong: open it with an older password, restore a backup, or generate new keys in your profile.',
  profileUnavailable: 'Profile unavailable. Please try logging in again.',
} as const
