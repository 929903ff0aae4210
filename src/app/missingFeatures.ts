/**
 * Features that every page needs, newest last. Features with a fallback are not listed: downloads work
 * without a service worker (src/platform/sinks), and without IndexedDB an interrupted upload starts over.
 */
const requiredFeatures: readonly [feature: string, isThere: () => boolean][] = [
  // Most of the others need a secure context.
  ['https', () => window.isSecureContext],
  ['Web Crypto', () => typeof (crypto as Partial<Crypto> | undefined)?.subtle?.encrypt === 'function'],
  ['WebAssembly', () => typeof WebAssembly === 'object'],
  ['workers', () => typeof Worker === 'function'],
  ['streams', () => typeof TransformStream === 'function' && 'pipeThrough' in ReadableStream.prototype],
  ['Array.prototype.toSorted', () => 'toSorted' in Array.prototype],
  ['AbortSignal.any', () => 'any' in AbortSignal],
]

export const missingFeatures = (): string[] =>
  requiredFeatures.flatMap(([feature, isThere]) => {
    try {
      return isThere() ? [] : [feature]
    } catch {
      return [feature]
    }
  })
