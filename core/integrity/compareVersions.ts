interface Version {
  numbers: number[]
  /** Identifiers of a pre-release; empty for a release. */
  preRelease: string[]
}

function parse(text: string): Version {
  const [, numbers = '', preRelease] = /^(\d+\.\d+\.\d+)(?:-([\w.-]+))?(?:\+[\w.-]+)?$/.exec(text) ?? []
  if (numbers === '') throw new RangeError(`This is no version: ${text}`)
  return { numbers: numbers.split('.').map(Number), preRelease: preRelease?.split('.') ?? [] }
}

const isNumeric = (identifier: string): boolean => /^\d+$/.test(identifier)

function compareIdentifiers(one: string, other: string): number {
  if (isNumeric(one) && isNumeric(other)) return Number(one) - Number(other)
  if (isNumeric(one) !== isNumeric(other)) return isNumeric(one) ? -1 : 1
  if (one === other) return 0
  return one < other ? -1 : 1
}

/**
 * Compares two versions by the precedence of Semantic Versioning 2.0.0, which ignores build metadata.
 * @returns a negative number if the first is older, and 0 if neither is
 * @throws RangeError if one is no version
 */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [parse(one), parse(other)]
  for (const [i, number] of first.numbers.entries()) {
    const difference = number - (second.numbers[i] ?? 0)
    if (difference !== 0) return difference
  }
  // A release comes after its pre-releases.
  if (first.preRelease.length === 0 || second.preRelease.length === 0)
    return second.preRelease.length - first.preRelease.length
  for (const [i, identifier] of first.preRelease.entries()) {
    const counterpart = second.preRelease[i]
    if (counterpart === undefined) return 1
    const difference = compareIdentifiers(identifier, counterpart)
    if (difference !== 0) return difference
  }
  return first.preRelease.length - second.preRelease.length
}
