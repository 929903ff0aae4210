export function LoginPage(_: { expired: boolean }) { return null }
