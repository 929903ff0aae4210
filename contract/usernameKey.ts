/** The form in which two user names count as the same. */
export const usernameKey = (username: string): string => username.trim().normalize('NFKC').toLowerCase()
