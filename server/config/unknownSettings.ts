/** A variable that nothing reads. */
export interface UnknownSetting {
  name: string
  /** The setting with the nearest name. Undefined if none is near. */
  meant: string | undefined
}

/** What Node and the libraries of the server read by themselves, and what every process has. */
const otherPrograms =
  /^(?:TZ|LANG|LANGUAGE|PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|(?:HTTPS?|NO|ALL)_PROXY|(?:LC|NODE|AWS|SSL|LD|MALLOC|UV|OPENSSL)_.*|PG[A-Z]+)$/i

/**
 * Finds names that are no settings: of a file all, of the environment, which is shared with other programs, those near a
 * setting's.
 * @param settings all names that are read
 */
export function findUnknownSettings(
  names: { environment: readonly string[]; file: readonly string[] },
  settings: readonly string[],
): UnknownSetting[] {
  const known = new Set(settings)
  return [...new Set([...names.file, ...names.environment])]
    .filter((name) => !known.has(name))
    .map((name) => ({ name, meant: settings.find((setting) => isNear(name, setting)) }))
    .filter(
      ({ name, meant }) => meant !== undefined || (names.file.includes(name) && !otherPrograms.test(name)),
    )
}

export const unknownSettingText = ({ name, meant }: UnknownSetting): string =>
  `${name} is not a setting, and is ignored.${meant === undefined ? '' : ` Did you mean ${meant}?`}`

/** True if the names differ in case and underscores, and in one character of four, two at most. */
function isNear(name: string, setting: string): boolean {
  const [a, b] = [name, setting].map((text) => text.replaceAll('_', '').toUpperCase()) as [string, string]
  const most = Math.min(2, Math.floor(b.length / 4))
  return Math.abs(a.length - b.length) <= most && editDistance(a, b) <= most
}

/** Characters inserted, deleted, replaced or swapped with their neighbour (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwapped ? (before[j - 2] ?? 0) + 1 : Infinity
      row.push(Math.min(replaced, swapped, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    ;[before, last] = [last, row]
  }
  return last[b.length] ?? 0
}
