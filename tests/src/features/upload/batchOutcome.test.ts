import { describe, expect, it } from 'vitest'
import { fault } from '../../../../core/faults/fault.ts'
import {
  emptyOutcome,
  limitMessage,
  outcomeMessage,
  type BatchOutcome,
} from '../../../../src/features/upload/sending/batchOutcome.ts'

const messageOf = (files: number, outcome: Partial<BatchOutcome>) => {
  const { severity, text } = outcomeMessage({ ...emptyOutcome(files), ...outcome })
  return `${severity}: ${text}`
}

describe('the message at the end of a batch', () => {
  it('counts what was received when all went well', () => {
    expect(messageOf(3, { succeeded: 3 })).toBe('success: Upload successful! All 3 processed files received.')
  })

  it('counts both when some failed, wherever they failed', () => {
    const text = 'warning: Batch processed: 2 succeeded, 1 failed.'
    expect(messageOf(3, { succeeded: 2, failedServer: 1 })).toBe(text)
    expect(messageOf(3, { succeeded: 2, failedProcessing: 1 })).toBe(text)
    expect(messageOf(3, { succeeded: 2, failedRequest: 1, requestFault: fault('unanswered') })).toBe(text)
  })

  it('says that all failed before they were sent', () => {
    expect(messageOf(2, { failedProcessing: 2 })).toBe(
      'error: All files failed during client-side processing. Please check files or try again.',
    )
  })

  it('gives the reason when the request itself failed', () => {
    expect(messageOf(2, { failedRequest: 2, requestFault: fault('unanswered') })).toBe(
      'error: Upload API call failed: Network Error: Could not connect to the server.',
    )
  })

  it('does not call received what the server did not confirm', () => {
    expect(messageOf(3, { succeeded: 2, unreported: 1 })).toBe(
      'warning: Upload processed: 2 files confirmed successful.',
    )
    expect(messageOf(3, { unreported: 3 })).toBe(
      'warning: Upload processed, but server did not confirm file outcomes for this batch.',
    )
  })

  it('says so when there was nothing to send', () => {
    expect(messageOf(1, {})).toBe('error: No files were successfully processed for upload.')
  })
})

describe('the reason beside the list', () => {
  const textsOf = (
    code: 'linkQuota' | 'outOfSpace' | 'linkInvalid' | 'unanswered',
    { roomLeft = null, succeeded = 1 }: { roomLeft?: number | null; succeeded?: number } = {},
  ) => limitMessage({ ...emptyOutcome(2), succeeded, failedRequest: 1, requestFault: fault(code) }, roomLeft)

  it('names the reason where nothing more was begun, and what became of the rest', () => {
    expect(textsOf('linkQuota')).toBe(
      'This upload link has no room for so much data. What is marked Success is stored. The other files were not sent and wait in the list.',
    )
    expect(textsOf('outOfSpace')).toMatch(/^The server has no room left for this upload\. What is marked/)
    expect(textsOf('linkInvalid')).toMatch(/^Link invalid\/expired\. What is marked/)
  })

  it('says how much still fits, and mentions stored files only if there are any', () => {
    expect(textsOf('linkQuota', { roomLeft: 1024 * 1024, succeeded: 0 })).toBe(
      'This upload link has no room for so much data. It takes 1.0\u00a0MB more. The files were not sent and wait in the list.',
    )
    expect(textsOf('linkQuota', { roomLeft: 0 })).not.toContain('more.')
    expect(textsOf('outOfSpace', { roomLeft: 1024 })).not.toContain('more.')
  })

  it('is absent if files failed individually', () => {
    expect(textsOf('unanswered')).toBeNull()
    expect(limitMessage({ ...emptyOutcome(2), failedServer: 2 }, null)).toBeNull()
  })
})
