import { maxAuditFileIds } from '../../contract/limits.ts'
import type { AuditDetails } from '../../contract/schemas/audit.ts'
import { timeSpan, type AuditActor, type PendingEvent } from './audit.ts'

/** Pause after which the next download of a visitor begins another line. */
const pauseMs = 10 * 60_000
/** Maximum time that a line covers, even if a download that was begun is never completed. */
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
  /** True for files that are looked at. */
  preview?: true
}

/** A visitor's downloads from one source, without a long pause: one line of the history. */
interface DownloadVisit {
  by: AuditActor
  from: DownloadSource
  /** Sizes of tracked files by id: those whose last byte was not sent yet, and those whose last byte was. */
  begun: Map<number, number>
  completed: Map<number, number>
  /** The first files, in order: as many as an event names. */
  firstIds: Set<number>
  /** Downloads of files that are not tracked. */
  untracked: { files: number; bytes: number; completed: number }
  /** Time of the first and the latest download, in milliseconds since 1970. */
  beganAt: number
  latestAt: number
  /** Id of its line; undefined until it is written. */
  lineId: number | undefined
  isChanged: boolean
  /** Earliest time of the next update, in milliseconds since 1970. */
  nextUpdateAt: number
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
  const amountsOf = ({ begun, completed, untracked }: DownloadVisit) => ({
    files: untracked.files + begun.size + completed.size,
    bytes: [...begun.values(), ...completed.values()].reduce((sum, size) => sum + size, untracked.bytes),
    completed: untracked.completed + completed.size,
  })

  /** Number of files in all `begun` and `completed`. */
  let trackedCount = 0
  const trackedFilesOf = ({ begun, completed }: DownloadVisit) => begun.size + completed.size
  function forgetFiles(visit: DownloadVisit): void {
    visit.untracked = amountsOf(visit)
    trackedCount -= trackedFilesOf(visit)
    visit.begun.clear()
    visit.completed.clear()
  }

  function keyOf(by: AuditActor, from: DownloadSource): { key: string; actor: AuditActor } {
    const key = JSON.stringify([by, from])
    if (visits.has(key) || visits.size < maxVisitors) return { key, actor: by }
    const others = { ...by, address: null }
    return { key: JSON.stringify([others, from]), actor: others }
  }

  /** True once nothing more belongs to its line: its files are complete and a pause has passed, or it lasted for a day. */
  function isOver(visit: DownloadVisit, now: number): boolean {
    if (now - visit.beganAt > maxLineMs) return true
    const { begun, untracked } = visit
    const isComplete = begun.size === 0 && untracked.completed >= untracked.files
    // A large file ends long after it began, with nothing between.
    return now - visit.latestAt > pauseMs && (isComplete || visits.size >= maxVisitors)
  }

  function endVisit(key: string, visit: DownloadVisit): void {
    trackedCount -= trackedFilesOf(visit)
    visits.delete(key)
  }

  function toLine(visit: DownloadVisit): DownloadLine {
    const { by, from, beganAt, latestAt, lineId } = visit
    const { at, ...end } = timeSpan(new Date(beganAt).toISOString(), new Date(latestAt).toISOString())
    const { folderId, ...through } = from
    const kind = through.link === undefined ? 'download' : 'link-download'
    const details = { ...amountsOf(visit), file_ids: [...visit.firstIds], ...end, ...through }
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
      const { key, actor: who } = keyOf(by, from)
      const existing = visits.get(key)
      if (existing && !existing.isChanged && isOver(existing, now)) endVisit(key, existing)
      const visit = visits.get(key) ?? {
        ...{ by: who, from, begun: new Map<number, number>(), completed: new Map<number, number>() },
        ...{ firstIds: new Set<number>(), untracked: { files: 0, bytes: 0, completed: 0 } },
        ...{ beganAt: now, latestAt: now, lineId: undefined, isChanged: true, nextUpdateAt: 0 },
      }
      visit.latestAt = now
      visit.isChanged = true
      visits.set(key, visit)
      if (visit.firstIds.size < maxAuditFileIds) visit.firstIds.add(id)
      if (trackedCount >= maxTrackedFiles) forgetFiles(visit)
      const countBefore = trackedFilesOf(visit)
      const { begun, completed, untracked } = visit
      if (step === 'begun') {
        if (!completed.has(id)) begun.set(id, size)
      } else if (begun.delete(id)) completed.set(id, size)
      // The begun download is no longer tracked.
      else if (!completed.has(id) && untracked.completed < untracked.files) untracked.completed++
      else completed.set(id, size)
      trackedCount += trackedFilesOf(visit) - countBefore
    },
    /** Takes the lines that are due, or all that changed. Forgets visits that are over. */
    takeDue(now: number, all: boolean): DownloadLine[] {
      const lines: DownloadLine[] = []
      for (const [key, visit] of visits) {
        if (visit.isChanged && (all || visit.nextUpdateAt <= now)) {
          lines.push(toLine(visit))
          visit.isChanged = false
          visit.nextUpdateAt = now + updateMs
        } else if (!visit.isChanged && isOver(visit, now)) endVisit(key, visit)
      }
      return lines
    },
    isWaiting: (): boolean => visits.size > 0,
    /** Number of tracked files. */
    trackedFileCount: (): number => trackedCount,
  }
}
