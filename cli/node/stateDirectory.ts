import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** Where this system keeps what programs remember of one user: `sealpost/uploads` there. */
export function uploadsDirectory(
  env: Readonly<Partial<Record<string, string>>>,
  { platform = process.platform, home = homedir() }: { platform?: NodeJS.Platform; home?: string } = {},
): string {
  return join(stateOf(env, platform, home), 'sealpost', 'uploads')
}

/** Likewise, of download links that only some may use: who we are to them. */
export const visitsDirectory = (
  env: Readonly<Partial<Record<string, string>>>,
  { platform = process.platform, home = homedir() }: { platform?: NodeJS.Platform; home?: string } = {},
): string => join(stateOf(env, platform, home), 'sealpost', 'visits')

function stateOf(
  { XDG_STATE_HOME: given, LOCALAPPDATA: local }: Readonly<Partial<Record<string, string>>>,
  platform: NodeJS.Platform,
  home: string,
): string {
  if (platform === 'win32') return local ?? join(home, 'AppData', 'Local')
  // One that is not absolute counts as none, as the specification of XDG says.
  if (given !== undefined && isAbsolute(given)) return given
  return platform === 'darwin' ? join(home, 'Library', 'Application Support') : join(home, '.local', 'state')
}
