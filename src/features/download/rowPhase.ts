import type { Saving } from '../../saving/savingSlice.ts'
import type { SharedRow } from './downloadPageSlice.ts'

export type FilePhase = 'idle' | 'starting' | 'downloading' | 'decrypting' | 'done' | 'failed'

const going = {
  'opening-keys': 'starting',
  starting: 'starting',
  saving: 'downloading',
  checking: 'decrypting',
} as const satisfies Record<Exclude<Saving['phase'], 'ended'>, FilePhase>

/** Returns the state of a row's button: the progress of saving, or its last outcome. */
export function phaseOf({ last }: Pick<SharedRow, 'last'>, saving: Saving | null): FilePhase {
  if (saving && saving.phase !== 'ended') return going[saving.phase]
  if (saving?.end?.end.type === 'saved') return 'done'
  return saving?.end?.end.type === 'failed' || last?.type === 'failed' ? 'failed' : 'idle'
}
