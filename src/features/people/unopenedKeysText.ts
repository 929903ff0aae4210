import { t } from '../../../i18n/t.ts'
import type { ClosedGeneration } from '../../../core/trust/openFolder.ts'
import { formatNumber } from '../../../i18n/format.ts'

/** Returns a text about keys of a folder that do not open; null if all do. */
export function unopenedKeysText(closed: readonly ClosedGeneration[]): string | null {
  if (closed.length === 0) return null
  const numbers = [...closed].sort((a, b) => a.gen - b.gen).map(({ gen }) => formatNumber(gen))
  return t('people.keysClosed', {
    count: closed.length,
    numbers: numbers.slice(0, -1).join(', '),
    last: numbers.at(-1) ?? '',
    isExchanged: closed.some(({ problem }) => problem === 'exchanged') ? 'yes' : 'no',
  })
}
