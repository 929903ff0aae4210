/**
 * What every page needs and cannot do without, newest last. Where there is another road, nothing is listed here: without
 * a service worker downloads take another one (src/platform/sinks), without IndexedDB an interrupted upload
 * begins anew.
 */
const needed: readonly [ability: string, isThere: () => boolean][] = [
  // Most of what follows goes with it.
  ['https', () => window.isSecureContext],
  ['Web Crypto', () => typeof (crypto as Partial<Crypto> | undefined)?.subtle?.encrypt === 'function'],
  ['WebAssembly', () => typeof WebAssembly === 'object'],
  ['workers', () => typeof Worker === 'function'],
  ['streams', () => typeof TransformStream === 'function' && 'pipeThrough' in ReadableStream.prototype],
  ['Array.prototype.toSorted', () => 'toSorted' in Array.prototype],
  ['AbortSignal.any', () => 'any' in AbortSignal],
]

/** The names of what this browser lacks. */
export const missingAbilities = (): string[] =>
  needed.flatMap(([ability, isThere]) => {
    try {
      return isThere() ? [] : [ability]
    } catch {
      return [ability]
    }
  })
