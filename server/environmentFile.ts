import { readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import tls from 'node:tls'
import { errorCode } from './db/failures.ts'
import { ConfigError, defaultDataDir } from './config.ts'

/** A quoted piece, as in POSIX shells: nothing is special within '', and \ only before $ ` " \ and the end of a line within "". */
const quoted = /[ \t]*(?:"((?:[^"\\]|\\[^])*)"|'([^']*)')/g
const assignment =
  /^[ \t]*(?:[#;].*|([A-Za-z_][A-Za-z0-9_]*)[ \t]*=((?:[ \t]*(?:"(?:[^"\\]|\\[^])*"|'[^']*'))*)([^\n\\]*(?:\\[^][^\n\\]*)*)|.*)$/gm

/**
 * Variables of an environment file, read as systemd reads `EnvironmentFile=` (systemd.exec(5)): lines without '=' and
 * comments are skipped, values may be quoted, and what follows is literal, '#' and spaces included.
 */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const variables: Record<string, string> = {}
  for (const [, name, quotedPart = '', rest = ''] of text.replaceAll('\r\n', '\n').matchAll(assignment)) {
    if (name === undefined) continue
    const pieces = [...quotedPart.matchAll(quoted)].map(
      ([, double, single = '']) => double?.replaceAll(/\\([$`"\\])|\\\n/g, '$1') ?? single,
    )
    const literal = rest.trim().replaceAll(/\\(\n)|\\([^\n])/g, '$2')
    variables[name] = pieces.join('') + literal
  }
  return variables
}

/**
 * Takes `--env-file FILE` out of the arguments and its variables into the environment, where they replace what is set, as
 * systemd's do. Whoever is root reads the file and then becomes the owner of the data folder, so that nothing there belongs to root.
 * @returns the other arguments
 * @throws ConfigError where the file cannot be read
 */
export function enterEnvironment(args: readonly string[]): string[] {
  const { file, rest } = takeOption(args)
  if (file !== undefined) {
    // Node has read it, too, wherever the option stands, but ends a value at a '#'.
    Object.assign(process.env, readEnvironmentFile(file))
    trustMore(process.env.NODE_EXTRA_CA_CERTS)
  }
  becomeOwner(process.env.DATA_DIR ?? defaultDataDir)
  return rest
}

function takeOption(args: readonly string[]): { file: string | undefined; rest: string[] } {
  const at = args.findIndex((arg) => /^--env-file(?:=|$)/.test(arg))
  if (at === -1) return { file: undefined, rest: [...args] }
  const [, joined] = /^--env-file=(.*)$/s.exec(args[at] ?? '') ?? []
  const file = joined ?? args[at + 1]
  if (file === undefined || file === '') throw new ConfigError(['--env-file needs the path of a file.'])
  return { file, rest: args.toSpliced(at, joined === undefined ? 2 : 1) }
}

/** @throws ConfigError */
export function readEnvironmentFile(file: string): Record<string, string> {
  try {
    return parseEnvironmentFile(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ConfigError([`${file} cannot be read (${errorCode(error) || String(error)}).`])
  }
}

/** Node itself reads `NODE_EXTRA_CA_CERTS` when it starts, before it is known from the file. */
function trustMore(certificates: string | undefined): void {
  if (certificates === undefined || certificates === '') return
  // Since Node 22.19 and 24.5.
  if (!('setDefaultCACertificates' in tls)) return
  try {
    const more = readFileSync(certificates, 'utf8')
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), more])
  } catch (error) {
    throw new ConfigError([
      `NODE_EXTRA_CA_CERTS ${certificates} cannot be used (${errorCode(error) || String(error)}).`,
    ])
  }
}

/** Of a folder that is not there yet root stays: it is made by whoever begins. */
function becomeOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  if (owner === undefined || owner.uid === 0) return
  joinGroups(owner.uid, owner.gid)
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
  // What libraries look for in a home is the owner's.
  process.env.HOME = homeOf()
}

/** The groups that the user belongs to; of a user without a name, as in a container, the one of the folder. */
function joinGroups(user: number, group: number): void {
  // Node has it, its types do not.
  const { initgroups } = process as { initgroups?: (user: number, group: number) => void }
  try {
    initgroups?.(user, group)
  } catch {
    process.setgroups?.([group])
  }
}

function homeOf(): string {
  try {
    return userInfo().homedir
  } catch {
    return '/'
  }
}
