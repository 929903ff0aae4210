import { describe, expect, it } from 'vitest'
import { emptyTally, outcomeMessage, type Tally } from '../../../../src/features/upload/batchOutcome.ts'

const outcome = (files: number, tally: Partial<Tally>) => {
  const { severity, text } = outcomeMessage({ ...emptyTally(files), ...tally })
  return `${severity}: ${text}`
}

describe('the sentence that ends a batch', () => {
  it('counts what was received when all went well', () => {
    expect(outcome(3, { succeeded: 3 })).toBe('success: Upload successful! All 3 processed files received.')
  })

  it('counts both when some failed, wherever they failed', () => {
    const text = 'warning: Batch processed: 2 succeeded, 1 failed.'
    expect(outcome(3, { succeeded: 2, failedServer: 1 })).toBe(text)
    expect(outcome(3, { succeeded: 2, failedProcessing: 1 })).toBe(text)
    expect(outcome(3, { succeeded: 2, failedRequest: 1, requestError: 'x' })).toBe(text)
  })

  it('says that all failed before they were sent', () => {
    expect(outcome(2, { failedProcessing: 2 })).toBe(
      'error: All files failed during client-side processing. Please check files or try again.',
    )
  })

  it('gives the reason when the request itself failed', () => {
    expect(outcome(2, { failedRequest: 2, requestError: 'Could not connect to the server.' })).toBe(
      'error: Upload API call failed: Could not connect to the server.',
    )
  })

  it('does not call received what the server did not confirm', () => {
    expect(outcome(3, { succeeded: 2, unreported: 1 })).toBe(
      'warning: Upload processed: 2 files confirmed successful.',
    )
    expect(outcome(3, { unreported: 3 })).toBe(
      'warning: Upload processed, but server did not confirm file outcomes for this batch.',
    )
  })

  it('says so when there was nothing to send', () => {
    expect(outcome(1, {})).toBe('error: No files were successfully processed for upload.')
  })
})
