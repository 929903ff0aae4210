import { timeSpan, type AuditActor, type PendingEvent } from './audit.ts'

/** Interval of further lines for a visitor who keeps downloading from one place. The first line is written at once. */
const pauseMs = 10 * 60_000

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

interface VisitorDownloads {
  by: AuditActor
  from: DownloadSource
  /** Files whose download began since the last line, with their sizes, and files whose last byte was sent. */
  begun: Map<number, number>
  completed: Set<number>
  /** Downloads since the last line of files that are not tracked. */
  counted: { files: number; bytes: number; completed: number }
  /** Time of the first and the latest download, in milliseconds since 1970. */
  began: number
  latest: number
  /** Earliest time of the next line, in milliseconds since 1970. */
  notBefore: number
}

/** Aggregates downloads into few audit lines: an archive is many requests, and a file may be requested in many ranges. */
export function createDownloadAggregator() {
  const visitors = new Map<string, VisitorDownloads>()
  const noDownloads = (now: number) => ({
    begun: new Map<number, number>(),
    completed: new Set<number>(),
    counted: { files: 0, bytes: 0, completed: 0 },
    ...{ began: now, latest: now },
  })
  const amountsOf = ({ begun, completed, counted }: VisitorDownloads) => ({
    files: counted.files + begun.size,
    bytes: [...begun.values()].reduce((sum, size) => sum + size, counted.bytes),
    completed: counted.completed + completed.size,
  })
  const isDue = ({ begun, completed, counted }: VisitorDownloads) =>
    begun.size + completed.size + counted.files + counted.completed > 0

  /** Number of ids in all `begun` and `completed`. */
  let tracked = 0
  const idsOf = ({ begun, completed }: VisitorDownloads) => begun.size + completed.size
  function forgetFiles(visitor: VisitorDownloads): void {
    visitor.counted = amountsOf(visitor)
    tracked -= idsOf(visitor)
    visitor.begun.clear()
    visitor.completed.clear()
  }

  function keyOf(by: AuditActor, from: DownloadSource): { key: string; who: AuditActor } {
    const key = JSON.stringify([by, from])
    if (visitors.has(key) || visitors.size < maxVisitors) return { key, who: by }
    const others = { ...by, address: null }
    return { key: JSON.stringify([others, from]), who: others }
  }

  function toPendingEvent(visitor: VisitorDownloads): PendingEvent {
    const { by, from, began, latest } = visitor
    const amounts = amountsOf(visitor)
    const { at, ...end } = timeSpan(new Date(began).toISOString(), new Date(latest).toISOString())
    const { folderId, ...through } = from
    const kind = through.link === undefined ? 'download' : 'link-download'
    return { actor: by, event: { kind, folderId, at, details: { ...amounts, ...end, ...through } } }
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
      const visitor = visitors.get(key) ?? { by: who, from, ...noDownloads(now), notBefore: 0 }
      if (!isDue(visitor)) visitor.began = now
      visitor.latest = now
      visitors.set(key, visitor)
      if (tracked >= maxTrackedFiles) forgetFiles(visitor)
      const before = idsOf(visitor)
      if (step === 'begun') visitor.begun.set(id, size)
      else visitor.completed.add(id)
      tracked += idsOf(visitor) - before
    },
    /** Takes the lines that are due, or all of them. */
    takeDue(now: number, all: boolean): PendingEvent[] {
      const lines: PendingEvent[] = []
      for (const [key, visitor] of visitors) {
        if (!all && visitor.notBefore > now) continue
        if (isDue(visitor)) {
          lines.push(toPendingEvent(visitor))
          tracked -= idsOf(visitor)
          visitors.set(key, { ...visitor, ...noDownloads(now), notBefore: now + pauseMs })
        } else if (visitor.notBefore <= now) visitors.delete(key)
      }
      return lines
    },
    isWaiting: (): boolean => visitors.size > 0,
    /** Number of tracked files, counting their start and their end. */
    trackedFiles: (): number => tracked,
  }
}
