/**
 * What forms say of what was typed, in English. Sentences that the server says of the same field stand in the contract's
 * schemas, which the forms check by.
 */
export const formTexts = {
  tooLong: (limit: number) => `At most ${limit.toLocaleString()} characters.`,

  folder: {
    noPassword: 'Enter a password, or switch the protection off.',
    passwordsDiffer: 'Passwords do not match.',
    noAddress: (typed: string) => `This is not an e-mail address: ${typed}`,
    tooManyAddresses: (limit: number) => `At most ${limit.toLocaleString()} addresses.`,
    noDate: 'Invalid date format entered.',
    noDays: 'Enter a whole number of days, at least 1.',
    noSize: (limit: number) => `Enter a number of GB above 0, at most ${limit.toLocaleString()}.`,
    tooManyDays: (limit: number) => `At most ${limit.toLocaleString()} days.`,
  },

  profile: {
    noUsername: 'Username is required.',
    noPassword: 'Current password is required to save profile changes.',
    unchanged: 'No profile changes detected.',
  },

  newPassword: {
    differ: 'New passwords do not match.',
    tooShort: (limit: number) => `New password must be at least ${limit} characters long.`,
    keyTooShort: (limit: number) => `A key password must be at least ${limit} characters long.`,
    keysDiffer: 'Passwords do not match.',
    asBefore: 'New password cannot be the same as the old password.',
  },

  noCurrentPassword: 'Enter your current password.',

  backup: {
    noFile: 'Please select your .json backup file.',
    type: 'Invalid file type. Please select the downloaded .json backup file.',
    noPassword: 'Please enter your current password to verify.',
  },

  apiToken: {
    noName: 'Say what the token is for.',
    noLifetime: 'Choose when it ends.',
    noScope: 'Choose at least one thing that the token may do.',
  },

  link: {
    passwordTooShort: (limit: number) => `Password must be at least ${limit} characters long.`,
    passwordsDiffer: 'Passwords do not match.',
    noDate: 'Please select a valid expiration date.',
    datePast: 'The expiration date must be in the future.',
    noCount: (limit: number) => `Enter a whole number from 1 to ${limit.toLocaleString()}.`,
  },
} as const
