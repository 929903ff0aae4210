import type { ClosedGeneration } from '../../trust/openFolder.ts'
import { formatNumber } from '../../ui/format.ts'

/** What it means that keys of a folder do not open; null when all do. */
export function closedText(closed: readonly ClosedGeneration[]): string | null {
  if (closed.length === 0) return null
  const numbers = [...closed].sort((a, b) => a.gen - b.gen).map(({ gen }) => formatNumber(gen))
  const [keys, them] =
    closed.length === 1
      ? [`Key no. ${numbers.join('')} of this folder does`, 'it']
      : [`Keys no. ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)} of this folder do`, 'them']
  const why = closed.some(({ problem }) => problem === 'exchanged')
    ? `The server gives another key than the one that the owners have signed, or an altered one.`
    : `The server gives ${them} to you no more.`
  return `${keys} not open for you. ${why} Files that were encrypted for ${them} stay closed, and you can add nobody. Ask another owner; if it opens for nobody, the server holds it back.`
}
