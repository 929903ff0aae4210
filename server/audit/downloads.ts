import { beginAndEnd, type By, type Line } from './audit.ts'

/** What one visitor loads from one place is one line at first, and then one for each of these times while it goes on. */
const pauseMs = 10 * 60_000

export interface DownloadedFrom {
  folderId: number
  /** Where it was through a download link: its short token. */
  link?: string
}

interface Loading {
  by: By
  from: DownloadedFrom
  /** Since the last line: files of which bytes began to go out, with their sizes, and those whose last byte did. */
  begun: Map<number, number>
  completed: Set<number>
  /** The first and the latest of these, in milliseconds since 1970. */
  began: number
  latest: number
  /** When its next line may be written, in milliseconds since 1970. */
  notBefore: number
}

/**
 * Downloads that are to be told: an archive is many requests, and a file may come in many ranges. Files are counted
 * once a line, and what goes on for hours is a few lines.
 */
export function createDownloadLines() {
  const loading = new Map<string, Loading>()
  const nothing = (now: number) => ({
    begun: new Map<number, number>(),
    completed: new Set<number>(),
    ...{ began: now, latest: now },
  })
  const isDue = ({ begun, completed }: Loading) => begun.size + completed.size > 0

  function lineOf({ by, from, begun, completed, began, latest }: Loading): Line {
    const bytes = [...begun.values()].reduce((sum, size) => sum + size, 0)
    const amounts = { files: begun.size, bytes, completed: completed.size }
    const { at, ...end } = beginAndEnd(new Date(began).toISOString(), new Date(latest).toISOString())
    const { folderId, link } = from
    return link === undefined
      ? { by, happened: { kind: 'download', folderId, at, details: { ...amounts, ...end } } }
      : { by, happened: { kind: 'link-download', folderId, at, details: { ...amounts, ...end, link } } }
  }

  return {
    add(
      by: By,
      from: DownloadedFrom,
      { id, size }: { id: number; size: number },
      step: 'begun' | 'completed',
      now: number,
    ): void {
      const key = JSON.stringify([by, from])
      const one = loading.get(key) ?? { by, from, ...nothing(now), notBefore: 0 }
      if (!isDue(one)) one.began = now
      one.latest = now
      loading.set(key, one)
      if (step === 'begun') one.begun.set(id, size)
      else one.completed.add(id)
    },
    /** Lines that may be written by now, or all; they are not given again. */
    due(now: number, all: boolean): Line[] {
      const lines: Line[] = []
      for (const [key, one] of loading) {
        if (!all && one.notBefore > now) continue
        if (isDue(one)) {
          lines.push(lineOf(one))
          loading.set(key, { ...one, ...nothing(now), notBefore: now + pauseMs })
        } else if (one.notBefore <= now) loading.delete(key)
      }
      return lines
    },
    isWaiting: (): boolean => loading.size > 0,
  }
}
