import type { AuditDetails } from '../../contract/schemas/audit.ts'
import { timeSpan, type AuditActor, type PendingEvent } from './audit.ts'

/** A visitor whose downloads rest that long begins another line with the next one. */
const restMs = 10 * 60_000
/** A line covers no more than this, also where a file that was begun is never completed. */
const maxLineMs = 24 * 3600_000
/** Interval of updates of a line while nobody reads it. */
const updateMs = 10_000

/** Maximum number of tracked visitors. Others share one line per link, without an address. */
export const maxVisitors = 5000
/** Maximum number of tracked files, each counted once per line. Repeated downloads of other files count again. */
export const maxTrackedFiles = 100_000

export interface DownloadSource {
  folderId: number
  /** Short token of the download link, if any. */
  link?: string
  email?: string
}

/** A visitor's downloads from one place, until they rest: one line of the history. */
interface DownloadVisit {
  by: AuditActor
  from: DownloadSource
  /** Sizes of files whose last byte was not sent yet, and of those whose last byte was, by id. */
  begun: Map<number, number>
  completed: Map<number, number>
  /** Downloads of files that are not tracked. */
  counted: { files: number; bytes: number; completed: number }
  /** Time of the first and the latest download, in milliseconds since 1970. */
  began: number
  latest: number
  /** Id of its line; undefined until it is written. */
  lineId: number | undefined
  isChanged: boolean
  /** Earliest time of the next update, in milliseconds since 1970. */
  notBefore: number
}

/** A line to insert or, with an id, to update. */
export interface DownloadLine extends PendingEvent {
  id: number | undefined
  details: AuditDetails
  /** To be called once it is written. */
  onWritten: (id: number | undefined) => void
  /** To be called if it could not be written, so that it is due again. */
  onFailed: () => void
}

/** Aggregates downloads into few audit lines: an archive is many requests, and a file may be requested in many ranges. */
export function createDownloadAggregator() {
  const visits = new Map<string, DownloadVisit>()
  const amountsOf = ({ begun, completed, counted }: DownloadVisit) => ({
    files: counted.files + begun.size + completed.size,
    bytes: [...begun.values(), ...completed.values()].reduce((sum, size) => sum + size, counted.bytes),
    completed: counted.completed + completed.size,
  })

  /** Number of files in all `begun` and `completed`. */
  let tracked = 0
  const idsOf = ({ begun, completed }: DownloadVisit) => begun.size + completed.size
  function forgetFiles(visit: DownloadVisit): void {
    visit.counted = amountsOf(visit)
    tracked -= idsOf(visit)
    visit.begun.clear()
    visit.completed.clear()
  }

  function keyOf(by: AuditActor, from: DownloadSource): { key: string; who: AuditActor } {
    const key = JSON.stringify([by, from])
    if (visits.has(key) || visits.size < maxVisitors) return { key, who: by }
    const others = { ...by, address: null }
    return { key: JSON.stringify([others, from]), who: others }
  }

  /** True once nothing more belongs to its line: its files rest and are complete, or it lasted for a day. */
  function isOver(visit: DownloadVisit, now: number): boolean {
    if (now - visit.began > maxLineMs) return true
    const { begun, counted } = visit
    const isComplete = begun.size === 0 && counted.completed >= counted.files
    // A large file ends long after it began, with nothing between.
    return now - visit.latest > restMs && (isComplete || visits.size >= maxVisitors)
  }

  function endVisit(key: string, visit: DownloadVisit): void {
    tracked -= idsOf(visit)
    visits.delete(key)
  }

  function toLine(visit: DownloadVisit): DownloadLine {
    const { by, from, began, latest, lineId } = visit
    const { at, ...end } = timeSpan(new Date(began).toISOString(), new Date(latest).toISOString())
    const { folderId, ...through } = from
    const kind = through.link === undefined ? 'download' : 'link-download'
    const details = { ...amountsOf(visit), ...end, ...through }
    return {
      actor: by,
      event: { kind, folderId, at, details },
      id: lineId,
      details,
      onWritten: (id) => (visit.lineId = id),
      onFailed: () => (visit.isChanged = true),
    }
  }

  return {
    add(
      by: AuditActor,
      from: DownloadSource,
      { id, size }: { id: number; size: number },
      step: 'begun' | 'completed',
      now: number,
    ): void {
      const { key, who } = keyOf(by, from)
      const known = visits.get(key)
      if (known && !known.isChanged && isOver(known, now)) endVisit(key, known)
      const visit = visits.get(key) ?? {
        ...{ by: who, from, begun: new Map<number, number>(), completed: new Map<number, number>() },
        counted: { files: 0, bytes: 0, completed: 0 },
        ...{ began: now, latest: now, lineId: undefined, isChanged: true, notBefore: 0 },
      }
      visit.latest = now
      visit.isChanged = true
      visits.set(key, visit)
      if (tracked >= maxTrackedFiles) forgetFiles(visit)
      const before = idsOf(visit)
      const { begun, completed, counted } = visit
      if (step === 'begun') {
        if (!completed.has(id)) begun.set(id, size)
      } else if (begun.delete(id)) completed.set(id, size)
      // Its beginning is no longer tracked.
      else if (!completed.has(id) && counted.completed < counted.files) counted.completed++
      else completed.set(id, size)
      tracked += idsOf(visit) - before
    },
    /** Takes the lines that are due, or all that changed. Forgets visits that are over. */
    takeDue(now: number, all: boolean): DownloadLine[] {
      const lines: DownloadLine[] = []
      for (const [key, visit] of visits) {
        if (visit.isChanged && (all || visit.notBefore <= now)) {
          lines.push(toLine(visit))
          visit.isChanged = false
          visit.notBefore = now + updateMs
        } else if (!visit.isChanged && isOver(visit, now)) endVisit(key, visit)
      }
      return lines
    },
    isWaiting: (): boolean => visits.size > 0,
    /** Number of tracked files. */
    trackedFiles: (): number => tracked,
  }
}
