import { homedir } from 'node:os'
import { isAbsolute, join, win32 } from 'node:path'

/**
 * Names of folders on people's disks, which must not change. `visits` has cookies, `arrived` files that were sent,
 * `unopened` keys that did not open, `seen` marks of files in one's own folders, `recipients` keys of upload links.
 */
type StateKind =
  | 'uploads'
  | 'arrived'
  | 'receipts'
  | 'visits'
  | 'folders'
  | 'trust'
  | 'unopened'
  | 'seen'
  | 'recipients'

/** The folder `sealpost/KIND` below the system's place for user state. */
export const stateDirectory = (
  kind: StateKind,
  env: Readonly<Partial<Record<string, string>>>,
  { platform = process.platform, home = homedir() }: { platform?: NodeJS.Platform; home?: string } = {},
): string => join(userStateFolder(env, platform, home), 'sealpost', kind)

function userStateFolder(
  { XDG_STATE_HOME: xdgStateHome, LOCALAPPDATA: localAppData }: Readonly<Partial<Record<string, string>>>,
  platform: NodeJS.Platform,
  home: string,
): string {
  if (platform === 'win32')
    return localAppData !== undefined && win32.isAbsolute(localAppData)
      ? localAppData
      : join(home, 'AppData', 'Local')
  // The XDG specification ignores relative paths.
  if (xdgStateHome !== undefined && isAbsolute(xdgStateHome)) return xdgStateHome
  return platform === 'darwin' ? join(home, 'Library', 'Application Support') : join(home, '.local', 'state')
}
