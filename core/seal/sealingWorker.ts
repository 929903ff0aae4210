import { settled } from '../faults/settled.ts'
import { Throttle } from '../util/throttle.ts'
import type { Body, SealingWorker, SealingPorts, SendHow } from '../ports.ts'
import { isPartStored, isTakenByStore, noAnswer } from '../util/rawAnswer.ts'
import type { UnitId, What } from '../upload/state.ts'
import { LargeFile } from './largeFile.ts'
import { SmallFiles } from './smallFiles.ts'

/** Progress goes to another thread, and is read by people. */
const tellMilliseconds = 250

interface ToSend {
  readonly body: Body
  readonly contentType: string
  readonly answered?: (isTaken: boolean) => void
}

/** Of one thread. It does what it is asked and decides nothing; a unit that is dropped lets go of all that it held. */
export function sealingWorker<F>(ports: SealingPorts<F>): SealingWorker<F> {
  /** A large file may still be on its way to being open. */
  const units = new Map<UnitId, SmallFiles<F> | Promise<LargeFile>>()
  let stops = 0
  let tell: (unit: UnitId, what: What, bytes: number) => void = () => undefined

  const largeFile = async (unit: UnitId): Promise<LargeFile> => {
    const found = units.get(unit)
    if (!found || found instanceof SmallFiles) throw new Error(`There is no large file in unit ${unit}.`)
    return found
  }

  async function toSend(
    unit: UnitId,
    what: What,
    { isLast, uploadId, finalCheckpoint }: SendHow,
  ): Promise<ToSend> {
    const found = units.get(unit)
    if (found instanceof SmallFiles) return found.form(isLast)
    const file = await largeFile(unit)
    if (typeof what === 'number') {
      const dropTaken = (isTaken: boolean) => isTaken && file.dropPart(what)
      return { body: file.part(what), contentType: 'application/octet-stream', answered: dropTaken }
    }
    if (uploadId === null || finalCheckpoint === null) throw new Error('Nothing is there to be confirmed.')
    const { body, contentType } = await file.confirmation(uploadId, finalCheckpoint, isLast)
    return { body, contentType, answered: () => body.drop() }
  }

  return {
    attend: (hear) => void (tell = hear),

    seal(unit, files, head) {
      const small = new SmallFiles(ports, head)
      units.set(unit, small)
      return settled(small.seal(files))
    },

    open(unit, file, head, kept) {
      const opening = LargeFile.open(ports, file, head, kept)
      units.set(unit, opening)
      return settled(opening.then((large) => ({ seal: large.kept })))
    },

    make: (unit, n, as) => settled(largeFile(unit).then((file) => file.make(n, as))),

    async send(unit, what, request, how) {
      const [of, before] = [units.get(unit), stops]
      const { body, contentType, answered } = await toSend(unit, what, how)
      // Somebody may have wanted it no more while it was put together.
      if (stops !== before || units.get(unit) !== of) {
        answered?.(false)
        return noAnswer
      }
      const rate = new Throttle(tellMilliseconds)
      const answer = await body.send({ ...request, contentType }, (bytes) => {
        if (rate.isTime(performance.now())) tell(unit, what, bytes)
      })
      answered?.(request.direct ? isTakenByStore(answer) : isPartStored(answer))
      return answer
    },

    stop() {
      stops++
      ports.bodies.stop()
    },

    drop(unit) {
      const found = units.get(unit)
      units.delete(unit)
      if (found instanceof SmallFiles) found.drop()
      // One that did not open holds nothing, and has said so.
      else void found?.then((file) => file.drop()).catch(() => undefined)
    },
  }
}
