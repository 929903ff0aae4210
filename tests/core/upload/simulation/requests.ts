import { chunkBytes } from '../../../../contract/limits.ts'
import { readFinalCheckpoint } from '../../../../core/upload/finalCheckpoint.ts'
import type { CallEffect } from '../../../../core/upload/messages.ts'
import type { UploadResponse, Unit } from '../../../../core/upload/state.ts'
import { assertRule } from './seededRandom.ts'
import type { ModelWorker } from './modelThreads.ts'
import type { UploadWorld } from './uploadWorld.ts'

export interface ModelRequest {
  /** Bytes of it have left, whatever becomes of it. */
  readonly left: () => void
  /** What the server makes of it; of a part that goes straight there, the store. */
  readonly run: () => UploadResponse
  /** Of such a part: why the server gives no address; null where it does. */
  readonly refusedAddress?: () => UploadResponse | null
}

export function requestOf(
  world: UploadWorld,
  { kind, uploadId, isDirectToStore, finalCheckpoint }: CallEffect,
  unit: Unit | undefined,
  worker: ModelWorker,
): ModelRequest {
  const { server, files, exposed, disk } = world
  const { form, seal } = worker
  const nothing = () => undefined
  if (kind === 'form') {
    const bytes = form.reduce((sum, { index }) => sum + files.size(index), 0)
    return { left: nothing, run: () => server.store(form, bytes) }
  }
  assertRule(seal !== null, `${kind} of small files`)
  assertRule(unit?.kind === 'parts', `${kind} of small files`)
  if (kind === 'create') {
    const size = files.size(seal.index)
    const count = Math.ceil(size / (unit.partChunks * chunkBytes))
    return { left: nothing, run: () => server.create(seal.index, size, count) }
  }
  assertRule(uploadId !== null, `${kind} without an upload`)
  if (kind === 'ask') return { left: nothing, run: () => server.getUpload(uploadId) }
  if (kind === 'confirm') {
    assertRule(finalCheckpoint !== null, 'a confirmation without a hash')
    const { hash } = readFinalCheckpoint(finalCheckpoint)
    assertRule(hash !== 'beginning', 'the checkpoint of a beginning is taken for that of the whole')
    return { left: nothing, run: () => server.confirm(uploadId, { index: seal.index, hash }) }
  }
  const part = worker.part(kind)
  const left = () => {
    const record = disk.hasHead ? disk.records.get(seal.index) : undefined
    const isCovered = record?.uploadId !== uploadId || record.sealedParts >= kind
    assertRule(isCovered, `part ${kind} leaves, and the disk has ${record?.sealedParts} of this key`)
    exposed.left(seal, part)
  }
  if (isDirectToStore) {
    return {
      left,
      run: () => server.putDirectly(uploadId, part, world.doesStoreAlter()),
      refusedAddress: () => server.issueAddress(uploadId),
    }
  }
  return {
    left,
    run: () => {
      left()
      return server.put(uploadId, part)
    },
  }
}
