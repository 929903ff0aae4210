import type { User } from './schemas/auth.ts'

/** True if senders can encrypt for the user, also while a second pair is being set up beside the one in force. */
export const hasKeyPair = ({ key_pair }: Pick<User, 'key_pair'>): boolean =>
  key_pair === 'complete' || key_pair === 'renewing'
