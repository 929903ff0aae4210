import { beginAndEnd, type By, type Line } from './audit.ts'

/** What one visitor loads from one place is one line at first, and then one for each of these times while it goes on. */
const pauseMs = 10 * 60_000

/** Visitors that are remembered at a time; further ones are counted in one line of their link, without an address. */
export const mostLoading = 5000
/**
 * Files that are remembered, so that each is counted once a line; beyond that what somebody has loaded is kept as numbers
 * alone, in which a file that comes again counts again.
 */
export const mostRememberedFiles = 100_000

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
  /** Besides, of files that are not remembered. */
  counted: { files: number; bytes: number; completed: number }
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
    counted: { files: 0, bytes: 0, completed: 0 },
    ...{ began: now, latest: now },
  })
  const amountsOf = ({ begun, completed, counted }: Loading) => ({
    files: counted.files + begun.size,
    bytes: [...begun.values()].reduce((sum, size) => sum + size, counted.bytes),
    completed: counted.completed + completed.size,
  })
  const isDue = ({ begun, completed, counted }: Loading) =>
    begun.size + completed.size + counted.files + counted.completed > 0

  /** Ids in all `begun` and `completed`. */
  let remembered = 0
  const idsOf = ({ begun, completed }: Loading) => begun.size + completed.size
  function forgetFiles(one: Loading): void {
    one.counted = amountsOf(one)
    remembered -= idsOf(one)
    one.begun.clear()
    one.completed.clear()
  }

  function keyOf(by: By, from: DownloadedFrom): { key: string; who: By } {
    const key = JSON.stringify([by, from])
    if (loading.has(key) || loading.size < mostLoading) return { key, who: by }
    const others = { ...by, address: null }
    return { key: JSON.stringify([others, from]), who: others }
  }

  function lineOf(one: Loading): Line {
    const { by, from, began, latest } = one
    const amounts = amountsOf(one)
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
      const { key, who } = keyOf(by, from)
      const one = loading.get(key) ?? { by: who, from, ...nothing(now), notBefore: 0 }
      if (!isDue(one)) one.began = now
      one.latest = now
      loading.set(key, one)
      if (remembered >= mostRememberedFiles) forgetFiles(one)
      const before = idsOf(one)
      if (step === 'begun') one.begun.set(id, size)
      else one.completed.add(id)
      remembered += idsOf(one) - before
    },
    /** Lines that may be written by now, or all; they are not given again. */
    due(now: number, all: boolean): Line[] {
      const lines: Line[] = []
      for (const [key, one] of loading) {
        if (!all && one.notBefore > now) continue
        if (isDue(one)) {
          lines.push(lineOf(one))
          remembered -= idsOf(one)
          loading.set(key, { ...one, ...nothing(now), notBefore: now + pauseMs })
        } else if (one.notBefore <= now) loading.delete(key)
      }
      return lines
    },
    isWaiting: (): boolean => loading.size > 0,
    /** Files that are remembered, once for their beginning and once for their end. */
    remembered: (): number => remembered,
  }
}
