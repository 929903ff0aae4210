import { describe, expect, it, onTestFinished } from 'vitest'
import { errorDetails } from '../../../../contract/errors.ts'
import type { UnfinishedUpload } from '../../../../contract/schemas/folders.ts'
import { updateServerClock } from '../../../../src/api/serverClock.ts'
import { fault, FaultError } from '../../../../core/faults/fault.ts'
import { faultOfResponse } from '../../../../core/faults/faultOfResponse.ts'
import {
  endUploadsConsequences,
  endUploadsMessage,
  endUploads,
} from '../../../../src/features/folderFiles/unfinished/endUploads.ts'
import { faultText } from '../../../../i18n/errorText.ts'

const refusedWith = (status: number, text: string) =>
  new FaultError(faultOfResponse({ status, statusText: '' }, { detail: text }))

const idsUpTo = (n: number) => Array.from({ length: n }, (_, i) => String(i))

describe('ending unfinished uploads', () => {
  it('ends each once, and tells those that had finished or ended meanwhile from those that fail', async () => {
    const requestedIds: string[] = []
    const done: number[] = []
    const outcome = await endUploads(
      idsUpTo(10),
      (id) => {
        requestedIds.push(id)
        if (id === '3') return Promise.reject(refusedWith(409, errorDetails.uploadConfirmed))
        if (id === '5' || id === '6') return Promise.reject(refusedWith(404, errorDetails.uploadUnknown))
        return Promise.resolve()
      },
      (n) => done.push(n),
    )
    expect(requestedIds.sort()).toEqual(idsUpTo(10))
    expect(outcome).toEqual({ ended: 7, finished: 1, gone: 2, left: 0, failure: null })
    expect(done).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(endUploadsMessage(outcome)).toEqual({
      severity: 'success',
      text: '7 uploads ended. 1 upload has finished meanwhile. It is in the list now. 2 uploads had ended before.',
    })
  })

  it('stops at a failure that would meet the others as well, and says how many are left', async () => {
    let calls = 0
    const outcome = await endUploads(
      idsUpTo(300),
      () => (calls++ < 8 ? Promise.resolve() : Promise.reject(refusedWith(404, errorDetails.folderNotFound))),
      () => undefined,
    )
    expect(outcome).toMatchObject({ ended: 8, left: 292 })
    expect(calls).toBeLessThan(16)
    expect(endUploadsMessage(outcome)).toEqual({
      severity: 'error',
      text: `Failed to end 292 uploads. ${faultText(fault('folderNotFound'))} 8 uploads ended.`,
    })
  })

  it('does nothing wrong when there was nothing to end any more', () => {
    const none = { ended: 0, finished: 0, gone: 0, left: 0, failure: null }
    expect(endUploadsMessage({ ...none, gone: 1 })).toEqual({
      severity: 'info',
      text: '1 upload had ended before.',
    })
    expect(endUploadsMessage({ ...none, finished: 2 }).text).toBe(
      '2 uploads have finished meanwhile. They are in the list now.',
    )
  })
})

describe('the consequences of ending uploads', () => {
  const now = Date.parse('2026-05-01T12:00:00Z')
  const unfinishedUpload = (arrived_bytes: number, last_part_at: string | null): UnfinishedUpload => ({
    id: 'x',
    announced_bytes: 4096,
    arrived_bytes,
    begun_at: '2026-05-01T10:00:00Z',
    last_part_at,
    expires_at: '2026-05-08T10:00:00Z',
    uploader_email: null,
  })
  const idleUpload = unfinishedUpload(1024, '2026-05-01T11:00:00Z')
  const runningUpload = unfinishedUpload(2048, '2026-05-01T11:55:00Z')
  const announcedUpload = unfinishedUpload(0, null)

  it('is what has arrived', () => {
    expect(endUploadsConsequences([idleUpload], now)).toEqual([
      'The 1.0\u00a0KB that have arrived are removed from the server. This cannot be undone.',
      'Whoever sends it has to send this file from its beginning.',
    ])
    expect(endUploadsConsequences([announcedUpload], now)[0]).toBe('Nothing has arrived yet.')
  })

  it('names what may be on its way', () => {
    expect(endUploadsConsequences([runningUpload], now)).toContain(
      'Something of it came in the last ten minutes: it may still be on its way.',
    )
    expect(endUploadsConsequences([idleUpload, runningUpload, announcedUpload], now)).toEqual([
      'The 3.0\u00a0KB that have arrived are removed from the server. This cannot be undone.',
      'Of 1 of them something came in the last ten minutes: that may still be on its way.',
      'Whoever sends them has to send these files from their beginning.',
    ])
  })
  it('is judged by the server’s clock, on a device that is 15 minutes ahead', () => {
    const device = Date.now()
    const server = new Date(device - 15 * 60_000)
    updateServerClock(server.toUTCString(), device, device)
    onTestFinished(() => updateServerClock(new Date(device).toUTCString(), device, device))
    expect(endUploadsConsequences([unfinishedUpload(1024, server.toISOString())])).toContain(
      'Something of it came in the last ten minutes: it may still be on its way.',
    )
  })
})
