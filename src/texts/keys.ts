/** What the screens say of keys. */
export const keyTexts = {
  passwordRequired: 'Password required to generate and encrypt keys.',
  generationCancelled: 'Key generation cancelled.',
  generationFailed: (reason: string) => `Key generation process failed: ${reason}`,
  unlockFailed: (reason: string) => `Failed to unlock key: ${reason}`,
  notThisPassword: (hasCode: boolean) =>
    `This password does not open the key. If it was reset, use ${hasCode ? 'your recovery code, or ' : ''}the former password, in your profile.`,
  passwordNotVerified: 'Password verification failed. Please enter your current login password.',
  restoreCancelled: 'Restore cancelled due to username mismatch.',
  restoreFailed: (reason: string) => `Restore failed: ${reason}`,
  notReencrypted:
    'Your private key was not re-encrypted. The key data on the server might be unusable if the old password was ' +
    'wrong: open it with an older password, restore a backup, or generate new keys in your profile.',
  code: {
    incomplete: 'A recovery code has 28 characters: seven groups of four.',
    ofOtherBox:
      'This code is typed as it was written, but it is not the one in force: it may be from an older sheet, or of ' +
      'another user.',
    alteredBox:
      'The code is right, but what the server keeps for it was altered, or does not belong to the public key that it ' +
      'names. Try your backup file, and share no upload links before you know why.',
    otherWords:
      'The key was not used. Words that differ belong to another key: the code may be of another sheet. If it is not, ' +
      'share no upload links before you know why.',
    notRight:
      'Your stored key does not open with this password. If it is your login password, the key is still sealed with ' +
      'an older one: seal it with the current one first, in the profile.',
    otherPair:
      'The stored private key does not belong to your public key. Restore a backup, or generate a new pair, and make ' +
      'a recovery code after that.',
    notKept:
      'What the server keeps does not open with the new code, so the code is not shown. A former code opens nothing ' +
      'any more. Make another one, and rely on none before that.',
    unclear:
      'A new code may have been stored all the same, and is lost then, and the former one with it: make another one.',
  },
  profileUnavailable: 'Profile unavailable. Please try logging in again.',
} as const
