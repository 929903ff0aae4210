import { describe, expect, it } from 'vitest'
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
  expect(lines.takeDue(0, false)).toEqual([
    {
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

it('a file that comes in ranges for an hour is a few lines, and counts as one in each', () => {
  const lines = createDownloadAggregator()
  let dueLineCount = 0
  for (let second = 0; second < 3600; second++) {
    lines.add(visitorActor, linkSource, { id: 1, size: 1000 }, 'begun', second * 1000)
    const due = lines.takeDue(second * 1000, false)
    for (const { event } of due) {
      expect(event.details).toMatchObject({ files: 1, bytes: 1000 })
      // The line of before has the ten minutes until then.
      expect(event.at).toBe(new Date(Math.max(0, second - 599) * 1000).toISOString())
    }
    dueLineCount += due.length
  }
  expect(dueLineCount).toBe(6)
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

it('a server that stops tells what is not due yet, and nothing is remembered for ever', () => {
  const lines = createDownloadAggregator()
  lines.add(visitorActor, linkSource, { id: 1, size: 1 }, 'begun', 0)
  expect(lines.takeDue(0, false)).toHaveLength(1)
  lines.add(visitorActor, linkSource, { id: 1, size: 1 }, 'completed', minutesToMs(0.5))
  expect(lines.takeDue(minutesToMs(1), false)).toEqual([])
  const [line] = lines.takeDue(minutesToMs(1), true)
  expect(line?.event).toMatchObject({
    at: new Date(minutesToMs(0.5)).toISOString(),
    details: { files: 0, completed: 1 },
  })
  expect(lines.isWaiting()).toBe(true)
  expect(lines.takeDue(minutesToMs(12), false)).toEqual([])
  expect(lines.isWaiting()).toBe(false)
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
    expect(lines.trackedFiles()).toBeLessThanOrEqual(maxTrackedFiles + 2 * visitors)
    const written = lines.takeDue(1000, false)
    expect(written).toHaveLength(visitors)
    for (const { event } of written)
      expect(event.details).toMatchObject({ files, bytes: 10 * files, completed: files })
    expect(lines.trackedFiles()).toBe(0)
  })
})
