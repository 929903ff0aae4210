import type { Ability, Rates } from '../../transfer/browser/diagnostics.ts'
import { formatRate } from '../../ui/format.ts'

/** In the order in which an upload goes through them. */
export const rateNames: Readonly<Record<keyof Rates, string>> = {
  hash: 'Hashing',
  seal: 'Encrypting',
  upload: 'Sending',
}

/** Networks are sold in bits, files are counted in bytes. */
export const rateText = (bytesPerSecond: number): string =>
  `${formatRate(bytesPerSecond)} (${((bytesPerSecond * 8) / 1e6).toFixed(bytesPerSecond < 1.25e6 ? 1 : 0)} Mbit/s)`

/** For a message to whoever helps: what was found, and of the visitor no more than the browser's own name. */
export function diagnosticsText(found: readonly Ability[], rates: Rates | null): string {
  const lines = [
    'Sealpost, upload page',
    `Time: ${new Date().toISOString()}`,
    `Browser: ${navigator.userAgent}`,
    `Processor cores: ${navigator.hardwareConcurrency}`,
    ...found.map(({ name, present, purpose }) => `${name}: ${present ? 'yes' : 'no'} (${purpose})`),
  ]
  if (rates) {
    for (const key of ['hash', 'seal', 'upload'] as const)
      lines.push(`${rateNames[key]}: ${rateText(rates[key])}`)
  } else lines.push('Speed: not tested')
  return lines.join('\n')
}
