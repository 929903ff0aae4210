/** Normal form of a user name; equal keys are the same user. */
export const usernameKey = (username: string): string => username.trim().normalize('NFKC').toLowerCase()
