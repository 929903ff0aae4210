import { settled } from '../faults/faultOf.ts'
import { Throttle } from '../util/throttle.ts'
import type { Body, OnBodyProgress, SealingWorker, SealingPorts, BodyOptions } from '../ports.ts'
import { isPartStored, isTakenByStore, noResponse } from '../util/rawResponse.ts'
import type { UnitId, RequestKind } from '../upload/state.ts'
import { LargeFileSealer } from './largeFileSealer.ts'
import { SmallFilesSealer } from './smallFilesSealer.ts'

const reportIntervalMs = 250

interface ToSend {
  readonly body: Body
  readonly contentType: string
  readonly onResponse?: (isTaken: boolean) => void
}

/** Functions of one sealing thread, which only follows orders. */
export function sealingWorker<F>(ports: SealingPorts<F>): SealingWorker<F> {
  /** Units by id; a large file may still be opening. */
  const units = new Map<UnitId, SmallFilesSealer<F> | Promise<LargeFileSealer>>()
  let stops = 0
  let onProgress: OnBodyProgress = () => undefined

  const largeFile = async (unit: UnitId): Promise<LargeFileSealer> => {
    const found = units.get(unit)
    if (!found || found instanceof SmallFilesSealer)
      throw new Error(`There is no large file in unit ${unit}.`)
    return found
  }

  async function toSend(
    unit: UnitId,
    kind: RequestKind,
    { isLast, uploadId, finalCheckpoint }: BodyOptions,
  ): Promise<ToSend> {
    const found = units.get(unit)
    if (found instanceof SmallFilesSealer) return found.form(isLast)
    const file = await largeFile(unit)
    if (typeof kind === 'number') {
      const dropTaken = (isTaken: boolean) => isTaken && file.dropPart(kind)
      return { body: file.part(kind), contentType: 'application/octet-stream', onResponse: dropTaken }
    }
    if (uploadId === null || finalCheckpoint === null) throw new Error('Nothing is there to be confirmed.')
    const { body, contentType } = await file.confirmation(uploadId, finalCheckpoint, isLast)
    return { body, contentType, onResponse: () => body.drop() }
  }

  return {
    onProgress: (listener) => void (onProgress = listener),

    seal(unit, files, settings) {
      const small = new SmallFilesSealer(ports, settings)
      units.set(unit, small)
      return settled(small.seal(files))
    },

    open(unit, file, settings, packedKey) {
      const opening = LargeFileSealer.open(ports, file, settings, packedKey)
      units.set(unit, opening)
      return settled(opening.then((large) => ({ packedKey: large.packedKey })))
    },

    make: (unit, n, as) => settled(largeFile(unit).then((file) => file.make(n, as))),

    checksumOf: async (unit, n) => (await largeFile(unit)).part(n).checksum(),

    hiddenNames: async (unit, checkpoint) => (await largeFile(unit)).hiddenNames(checkpoint),

    async send(unit, kind, request, how) {
      const [unitAtStart, stopsAtStart] = [units.get(unit), stops]
      const { body, contentType, onResponse } = await toSend(unit, kind, how)
      const checksum = request.isDirectToStore ? undefined : await body.checksum()
      // The unit may have been stopped or dropped meanwhile.
      if (stops !== stopsAtStart || units.get(unit) !== unitAtStart) {
        onResponse?.(false)
        return noResponse
      }
      const rate = new Throttle(reportIntervalMs)
      const response = await body.send({ ...request, contentType, checksum }, (bytes) => {
        const isAll = bytes >= body.size
        if (rate.tryPass(performance.now()) || isAll) onProgress(unit, kind, bytes, isAll)
      })
      onResponse?.(request.isDirectToStore ? isTakenByStore(response) : isPartStored(response))
      return response
    },

    stop() {
      stops++
      ports.bodies.stop()
    },

    drop(unit) {
      const found = units.get(unit)
      units.delete(unit)
      if (found instanceof SmallFilesSealer) found.drop()
      // A unit that did not open has no memory, and has reported its fault.
      else void found?.then((file) => file.drop()).catch(() => undefined)
    },
  }
}
