import { readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import tls from 'node:tls'
import { errorCode } from '../../contract/systemErrors.ts'
import { ConfigError, defaultDataDir } from './config.ts'

/** Quoted text, as in POSIX shells: '' has no escapes, and "" escapes only $ ` " \ and the end of a line. */
const quoted = /[ \t]*(?:"((?:[^"\\]|\\[^])*)"|'([^']*)')/g
const assignment =
  /^[ \t]*(?:[#;].*|([^\s=#;][^=\n]*)=((?:[ \t]*(?:"(?:[^"\\]|\\[^])*"|'[^']*'))*)([^\n\\]*(?:\\[^][^\n\\]*)*)|.*)$/gm

/**
 * Parses an environment file as systemd parses `EnvironmentFile=` (systemd.exec(5)). The result also has names that
 * systemd ignores, such as `export A`, so that they can be reported.
 */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const variables: Record<string, string> = {}
  for (const [, name, quotedPart = '', rest = ''] of text.replaceAll('\r\n', '\n').matchAll(assignment)) {
    if (name === undefined) continue
    const pieces = [...quotedPart.matchAll(quoted)].map(
      ([, double, single = '']) => double?.replaceAll(/\\([$`"\\])|\\\n/g, '$1') ?? single,
    )
    const literal = rest.trim().replaceAll(/\\(\n)|\\([^\n])/g, '$2')
    variables[name.trim()] = pieces.join('') + literal
  }
  return variables
}

/** `applyEnvironmentFile`, and then `switchToOwner`. */
export function applyEnvironmentAndUser(args: readonly string[]): AppliedFile {
  const applied = applyEnvironmentFile(args)
  switchToOwner()
  return applied
}

interface AppliedFile {
  /** Arguments without `--env-file FILE`. */
  rest: string[]
  namesInFile: string[]
}

/**
 * Removes `--env-file FILE` from the arguments and sets its variables in the environment, overriding existing ones as
 * systemd does.
 * @throws ConfigError if the file cannot be read
 */
export function applyEnvironmentFile(args: readonly string[]): AppliedFile {
  const { file, rest } = takeEnvFileOption(args)
  if (file === undefined) return { rest, namesInFile: [] }
  const variables = readEnvironmentFile(file)
  // Node has read the option, too, but it ends a value at '#'.
  Object.assign(process.env, variables)
  addCaCertificates(process.env.NODE_EXTRA_CA_CERTS)
  return { rest, namesInFile: Object.keys(variables) }
}

function takeEnvFileOption(args: readonly string[]): { file: string | undefined; rest: string[] } {
  const index = args.findIndex((arg) => /^--env-file(?:=|$)/.test(arg))
  if (index === -1) return { file: undefined, rest: [...args] }
  const [, inlineValue] = /^--env-file=(.*)$/s.exec(args[index] ?? '') ?? []
  const file = inlineValue ?? args[index + 1]
  if (file === undefined || file === '') throw new ConfigError(['--env-file needs the path of a file.'])
  return { file, rest: args.toSpliced(index, inlineValue === undefined ? 2 : 1) }
}

/** @throws ConfigError */
export function readEnvironmentFile(file: string): Record<string, string> {
  try {
    return parseEnvironmentFile(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ConfigError([`${file} cannot be read (${errorCode(error) || String(error)}).`])
  }
}

/** Adds the certificates of `NODE_EXTRA_CA_CERTS`, which Node reads at startup, before the file has been parsed. */
function addCaCertificates(certificates: string | undefined): void {
  if (certificates === undefined || certificates === '') return
  // Available since Node 22.19 and 24.5.
  if (!('setDefaultCACertificates' in tls)) return
  try {
    const added = readFileSync(certificates, 'utf8')
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), added])
  } catch (error) {
    throw new ConfigError([
      `NODE_EXTRA_CA_CERTS ${certificates} cannot be used (${errorCode(error) || String(error)}).`,
    ])
  }
}

/** Switches from root to the owner of the data folder, if it exists, so that no files of root are created there. */
export function switchToOwner(): void {
  if (process.getuid?.() !== 0) return
  const owner = statSync(process.env.DATA_DIR ?? defaultDataDir, { throwIfNoEntry: false })
  if (owner === undefined || owner.uid === 0) return
  joinGroups(owner.uid, owner.gid)
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
  process.env.HOME = findHomeDirectory()
}

/** Sets the user's supplementary groups. For a user without a name, as in a container, sets only the folder's group. */
function joinGroups(user: number, group: number): void {
  // Exists in Node but not in its types.
  const { initgroups } = process as { initgroups?: (user: number, group: number) => void }
  try {
    initgroups?.(user, group)
  } catch {
    process.setgroups?.([group])
  }
}

function findHomeDirectory(): string {
  try {
    return userInfo().homedir
  } catch {
    return '/'
  }
}
