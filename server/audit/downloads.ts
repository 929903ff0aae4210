import type { By, Line } from './audit.ts'

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
  /** When its next line may be written, in milliseconds since 1970. */
  notBefore: number
}

/**
 * Downloads that are to be told: an archive is many requests, and a file may come in many ranges. Files are counted
 * once a line, and what goes on for hours is a few lines.
 */
export function createDownloadLines() {
  const loading = new Map<string, Loading>()
  const isDue = ({ begun, completed }: Loading) => begun.size + completed.size > 0

  function lineOf({ by, from, begun, completed }: Loading): Line {
    const bytes = [...begun.values()].reduce((sum, size) => sum + size, 0)
    const amounts = { files: begun.size, bytes, completed: completed.size }
    const { folderId, link } = from
    return link === undefined
      ? { by, happened: { kind: 'download', folderId, details: amounts } }
      : { by, happened: { kind: 'link-download', folderId, details: { ...amounts, link } } }
  }

  return {
    add(
      by: By,
      from: DownloadedFrom,
      { id, size }: { id: number; size: number },
      step: 'begun' | 'completed',
    ): void {
      const key = JSON.stringify([by, from])
      const one = loading.get(key) ?? { by, from, begun: new Map(), completed: new Set(), notBefore: 0 }
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
          loading.set(key, { ...one, begun: new Map(), completed: new Set(), notBefore: now + pauseMs })
        } else if (one.notBefore <= now) loading.delete(key)
      }
      return lines
    },
    isWaiting: (): boolean => loading.size > 0,
  }
}
