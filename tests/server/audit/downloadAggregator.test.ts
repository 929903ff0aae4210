import { describe, expect, it } from 'vitest'
import { maxAuditFileIds } from '../../../contract/limits.ts'
import type { AuditActor } from '../../../server/audit/audit.ts'
import {
  createDownloadAggregator,
  maxVisitors,
  maxTrackedFiles,
} from '../../../server/audit/downloadAggregator.ts'

const visitorActor = { by: 'visitor', actor_id: null, api_token: null, address: '192.0.2.1' } as const
const linkSource = { folderId: 7, link: 'abcdef' }
const minutesToMs = (n: number) => n * 60_000

it('an archive of twenty thousand small files is one line', () => {
  const lines = createDownloadAggregator()
  for (let id = 1; id <= 20_000; id++) {
    lines.add(visitorActor, linkSource, { id, size: 10 }, 'begun', 0)
    lines.add(visitorActor, linkSource, { id, size: 10 }, 'completed', 0)
  }
  expect(lines.takeDue(0, false)).toMatchObject([
    {
      id: undefined,
      actor: visitorActor,
      event: {
        kind: 'link-download',
        folderId: 7,
        at: new Date(0).toISOString(),
        details: { files: 20_000, bytes: 200_000, completed: 20_000, link: 'abcdef' },
      },
    },
  ])
  expect(lines.takeDue(0, true)).toEqual([])
})

it('names the first files, in the order in which they were begun, and counts all', () => {
  const lines = createDownloadAggregator()
  const ids = Array.from({ length: maxAuditFileIds + 5 }, (_, n) => 100 - n)
  for (const step of ['begun', 'completed'] as const)
    for (const id of ids) lines.add(visitorActor, linkSource, { id, size: 1 }, step, 0)
  expect(lines.takeDue(0, true)[0]?.details).toMatchObject({
    files: ids.length,
    file_ids: ids.slice(0, maxAuditFileIds),
  })
})

it('a file that comes in ranges for an hour, and ends, is one line that is updated', () => {
  const lines = createDownloadAggregator()
  let updates = 0
  for (let second = 0; second < 3600; second++) {
    lines.add(visitorActor, linkSource, { id: 1, size: 1000 }, 'begun', second * 1000)
    for (const { id, event, onWritten } of lines.takeDue(second * 1000, false)) {
      expect(id).toBe(updates === 0 ? undefined : 5)
      onWritten(5)
      expect(event.details).toMatchObject({ files: 1, bytes: 1000, completed: 0 })
      expect(event.at).toBe(new Date(0).toISOString())
      updates++
    }
  }
  expect(updates).toBe(360)
  lines.add(visitorActor, linkSource, { id: 1, size: 1000 }, 'completed', minutesToMs(200))
  expect(lines.takeDue(minutesToMs(200), true)).toMatchObject([
    { id: 5, details: { files: 1, bytes: 1000, completed: 1, ended_at: '1970-01-01T03:20:00.000Z' } },
  ])
})

it('a visitor who comes back after a rest has another line, and one who goes on for days one a day', () => {
  const lines = createDownloadAggregator()
  const download = (id: number, now: number) => {
    for (const step of ['begun', 'completed'] as const)
      lines.add(visitorActor, linkSource, { id, size: 1 }, step, now)
    const [line] = lines.takeDue(now, true)
    line?.onWritten(line.id ?? id)
    return line?.id
  }
  expect(download(1, 0)).toBe(undefined)
  expect(download(2, minutesToMs(9))).toBe(1)
  expect(download(3, minutesToMs(20))).toBe(undefined)
  const begun = Array.from({ length: 400 }, (_, n) => download(4 + n, minutesToMs(29 + 9 * n)))
  expect(begun.filter((id) => id === undefined)).toHaveLength(2)
})

it('a line that could not be written is due again', () => {
  const lines = createDownloadAggregator()
  lines.add(visitorActor, linkSource, { id: 1, size: 1 }, 'begun', 0)
  for (const { onFailed } of lines.takeDue(0, true)) onFailed()
  expect(lines.takeDue(1, true)).toMatchObject([{ id: undefined, details: { files: 1 } }])
})

it('each visitor, and each link, has lines of their own', () => {
  const lines = createDownloadAggregator()
  lines.add(visitorActor, linkSource, { id: 1, size: 1 }, 'begun', 0)
  lines.add({ ...visitorActor, address: '192.0.2.2' }, linkSource, { id: 1, size: 1 }, 'begun', 0)
  lines.add(visitorActor, { folderId: 7 }, { id: 1, size: 1 }, 'begun', 0)
  expect(lines.takeDue(0, false).map(({ event }) => event.kind)).toEqual([
    'link-download',
    'link-download',
    'download',
  ])
})

it('nothing is remembered for ever', () => {
  const lines = createDownloadAggregator()
  lines.add(visitorActor, linkSource, { id: 1, size: 1 }, 'begun', 0)
  lines.add(visitorActor, { folderId: 8 }, { id: 2, size: 1 }, 'begun', 0)
  lines.add(visitorActor, { folderId: 8 }, { id: 2, size: 1 }, 'completed', 0)
  expect(lines.takeDue(0, false)).toHaveLength(2)
  expect(lines.takeDue(minutesToMs(11), false)).toEqual([])
  expect(lines.trackedFileCount()).toBe(1)
  expect(lines.takeDue(minutesToMs(24 * 60 + 1), false)).toEqual([])
  expect(lines.isWaiting()).toBe(false)
  expect(lines.trackedFileCount()).toBe(0)
})

describe('many visitors at once', () => {
  const visitor = (n: number): AuditActor => ({
    ...visitorActor,
    address: `2001:db8:1:${n.toString(16)}::/64`,
  })
  it('have a line each up to a bound, and those beyond it one line of their link without an address', () => {
    const lines = createDownloadAggregator()
    for (let n = 0; n < maxVisitors + 50; n++)
      lines.add(visitor(n), linkSource, { id: 1, size: 10 }, 'begun', 0)
    const written = lines.takeDue(1000, false)
    expect(written).toHaveLength(maxVisitors + 1)
    expect(written.filter(({ actor: by }) => by.address === null)).toMatchObject([
      { event: { details: { files: 1, bytes: 10, completed: 0, link: 'abcdef' } } },
    ])
    // Whoever is known goes on with their own line.
    lines.add(visitor(1), linkSource, { id: 2, size: 10 }, 'begun', 2000)
    expect(lines.takeDue(700_000, false).map(({ actor: by }) => by.address)).toEqual([visitor(1).address])
  })

  it('are told with all files, of which a bounded number is remembered', () => {
    const lines = createDownloadAggregator()
    const [visitors, files] = [maxVisitors / 5, 300]
    for (let n = 0; n < visitors; n++)
      for (let id = 0; id < files; id++)
        for (const step of ['begun', 'completed'] as const)
          lines.add(visitor(n), linkSource, { id, size: 10 }, step, 0)
    expect(lines.trackedFileCount()).toBeLessThanOrEqual(maxTrackedFiles + visitors)
    const written = lines.takeDue(1000, false)
    expect(written).toHaveLength(visitors)
    for (const { event } of written)
      expect(event.details).toMatchObject({ files, bytes: 10 * files, completed: files })
  })
})
