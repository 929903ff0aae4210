/** A hidden field for password managers, which look for the account near the password. */
export function UsernameHint({ username }: { username: string }) {
  return <input hidden readOnly type="text" name="username" autoComplete="username" value={username} />
}
