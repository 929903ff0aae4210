import type { Saving } from '../../saving/savingSlice.ts'
import type { SharedRow } from './downloadPageSlice.ts'

export type FilePhase = 'idle' | 'starting' | 'downloading' | 'decrypting' | 'ready' | 'done' | 'failed'

const phases = {
  'opening-keys': 'starting',
  sink: 'starting',
  starting: 'starting',
  running: 'downloading',
  checking: 'decrypting',
  'handing-over': 'decrypting',
} as const satisfies Record<Exclude<Saving['stage'], 'ended'>, FilePhase>

/** Returns the state of a row's button: the progress of saving, or its last outcome. */
export function phaseOf({ last }: Pick<SharedRow, 'last'>, saving: Saving | null): FilePhase {
  if (saving?.blocker === 'user-activation') return 'ready'
  if (saving && saving.stage !== 'ended') return phases[saving.stage]
  if (saving?.end?.end.type === 'saved') return 'done'
  return saving?.end?.end.type === 'failed' || last?.type === 'failed' ? 'failed' : 'idle'
}
