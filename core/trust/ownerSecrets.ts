import type { Statement } from '../../contract/roster.ts'
import type { OpenedGeneration, OwnerSecret, PersonalKey } from '../crypto/index.ts'
import { fault, FaultError } from '../faults/fault.ts'
import { newestStatement } from './evaluateTrust.ts'
import type { SharedFolder } from './openSharedFolder.ts'

/** The folder has one owner, so each secret is the root of a key, without a generation. */
export const ownFolderSecrets = (keys: readonly Pick<PersonalKey, 'root'>[]): OwnerSecret[] =>
  keys.map(({ root }) => ({ secret: root, generation: 0 }))

/**
 * The secrets that links of a shared folder are sealed with; a new link uses the first.
 * @throws FaultError 'folder-not-trusted' unless the folder is trusted and accepted, 'generation-closed'
 */
export function sharedFolderSecrets({
  trust,
  roster,
  generations,
}: Pick<SharedFolder, 'trust' | 'roster' | 'generations'>): OwnerSecret[] {
  const newest = trustedHead({ trust, roster }).gen
  // Somebody who was removed may know an older generation's secret.
  requireNewestGeneration(generations, newest)
  return generations.map(({ gen, ownerSecret }) => ({ secret: ownerSecret, generation: gen }))
}

/** The newest statement. @throws FaultError 'folder-not-trusted' unless the folder is trusted and accepted */
export function trustedHead({ trust, roster }: Pick<SharedFolder, 'trust' | 'roster'>): Statement {
  if (trust.type !== 'trusted' || !roster) throw new FaultError(fault('folder-not-trusted'))
  return newestStatement(roster).statement
}

/** @throws FaultError 'generation-closed' if the keys of this generation did not open */
export function requireNewestGeneration(
  generations: SharedFolder['generations'],
  gen: number,
): OpenedGeneration {
  const [newest] = generations
  if (newest?.gen !== gen) throw new FaultError(fault('generation-closed', { values: { gen } }))
  return newest
}
