/** An environment variable that the server does not read. */
export interface UnknownSetting {
  name: string
  /** The setting with the nearest name. Undefined if none is near. */
  suggestion: string | undefined
}

/** Variables that Node and the server's libraries read by themselves, and those that every process has. */
const foreignVariables =
  /^(?:TZ|LANG|LANGUAGE|PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|(?:HTTPS?|NO|ALL)_PROXY|(?:LC|NODE|AWS|SSL|LD|MALLOC|UV|OPENSSL)_.*|PG[A-Z]+)$/i

/**
 * Finds names that are no settings. All names in an environment file should be settings; the environment of the process
 * is shared with other programs, so only names that resemble a setting are returned.
 * @param settings names of all settings
 */
export function findUnknownSettings(
  names: { environment: readonly string[]; file: readonly string[] },
  settings: readonly string[],
): UnknownSetting[] {
  const known = new Set(settings)
  return [...new Set([...names.file, ...names.environment])]
    .filter((name) => !known.has(name))
    .map((name) => ({ name, suggestion: settings.find((setting) => isNear(name, setting)) }))
    .filter(
      ({ name, suggestion }) =>
        suggestion !== undefined || (names.file.includes(name) && !foreignVariables.test(name)),
    )
}

export const unknownSettingText = ({ name, suggestion }: UnknownSetting): string =>
  `${name} is not a setting, and is ignored.${suggestion === undefined ? '' : ` Did you mean ${suggestion}?`}`

/** True if the names differ, besides case and underscores, in at most one of four characters, and two in all. */
function isNear(name: string, setting: string): boolean {
  const [a, b] = [name, setting].map((text) => text.replaceAll('_', '').toUpperCase()) as [string, string]
  const maxDistance = Math.min(2, Math.floor(b.length / 4))
  return Math.abs(a.length - b.length) <= maxDistance && editDistance(a, b) <= maxDistance
}

/** Number of characters inserted, deleted, replaced or swapped with their neighbour (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let [rowBefore, lastRow] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (lastRow[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? (rowBefore[j - 2] ?? 0) + 1 : Infinity
      row.push(Math.min(replaced, swapped, (lastRow[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    ;[rowBefore, lastRow] = [lastRow, row]
  }
  return lastRow[b.length] ?? 0
}
