import type { UnknownAction } from '@reduxjs/toolkit'
import { describe, expect, it } from 'vitest'
import { GiB } from '../../../../contract/limits.ts'
import type { UploadStatus } from '../../../../contract/schemas/uploads.ts'
import { fault } from '../../../../core/faults/fault.ts'
import { emptyOutcome } from '../../../../src/features/upload/batchOutcome.ts'
import {
  batchCancelled,
  batchEnded,
  batchStarted,
  codeAccepted,
  codeNoticeExpired,
  codeSent,
  codeSentAgain,
  connectionChanged,
  continueRequested,
  emailChangeRequested,
  filesAdded,
  filesProgressed,
  gateLapsed,
  gateRefused,
  gateTried,
  linkFailed,
  linkLoaded,
  pageOpened,
  passwordAccepted,
  pauseRequested,
  recipientKeyRefused,
} from '../../../../src/features/upload/uploadEvents.ts'
import {
  isSending,
  uploadStep,
  takesFiles,
  uploadSlice,
  type UploadState,
} from '../../../../src/features/upload/uploadSlice.ts'

const { reducer } = uploadSlice
const opened = reducer(undefined, pageOpened({ linkToken: 'token', keyFingerprint: null }))
const after = (state: UploadState, ...actions: UnknownAction[]) =>
  actions.reduce((current: UploadState, action) => reducer(current, action), state)

const open: UploadStatus = {
  title: 'Tax 2026',
  description: null,
  requires_password: false,
  requires_email: false,
  has_allowed_emails_list: false,
  perform_mime_check: false,
  sender_fields: [],
  room_left: null,
}
const loaded = linkLoaded(open)

it('knows whether the server mails confirmations, and the batch that one would be about', () => {
  const { confirmsByEmail } = after(opened, linkLoaded({ ...open, confirms_by_email: true }))
  expect([confirmsByEmail, after(opened, loaded).confirmsByEmail]).toEqual([true, false])
  expect(after(opened, loaded, started, uploading, allWell).endedBatchId).toBe('batch')
})

it('takes files as large as the link says, and up to 5 GiB where a server of before says nothing', () => {
  const most = (max_file_bytes?: number) =>
    after(opened, linkLoaded({ ...open, ...(max_file_bytes !== undefined && { max_file_bytes }) }))
      .maxFileBytes
  expect(most(6 * GiB)).toBe(6 * GiB)
  expect(most()).toBe(5 * GiB)
  // No more goes in parts.
  expect(most(2 ** 50)).toBe(10_000 * 127 * 256 * 1024)
})

const started = batchStarted({ files: 2, bytes: 2 })
const uploading = filesProgressed({
  changes: [{ id: 0, status: 'uploading' }],
  pace: { bytesPerSecond: null, secondsLeft: null },
})
const hashing = filesProgressed({
  changes: [{ id: 0, status: 'hashing' }],
  pace: { bytesPerSecond: null, secondsLeft: null },
})
const allWell = batchEnded({ ...emptyOutcome(2), succeeded: 2 }, 'batch')
const someFailed = batchEnded({ ...emptyOutcome(2), succeeded: 1, failedServer: 1 }, 'batch')
const file = { id: 0, name: 'a', relativePath: '.', size: 1 }

describe('the steps of the upload page', () => {
  it('begin with loading and lead to ready', () => {
    expect(opened).toMatchObject({ step: 0, linkToken: 'token' })
    expect(after(opened, loaded)).toMatchObject({ step: 4, title: 'Tax 2026', checkTypes: false })
  })

  it.each([
    [{ requires_password: true, requires_email: true }, [1, 2, 3, 4]],
    [{ requires_password: true, requires_email: false }, [1, 4]],
    [{ requires_password: false, requires_email: true }, [2, 3, 4]],
    [{ requires_password: false, requires_email: false }, [4]],
  ])('lead through the gates that the link asks for: %o', (senderFields, steps) => {
    let state = after(opened, linkLoaded({ ...open, ...senderFields }))
    const seen: number[] = [state.step]
    for (const passed of [passwordAccepted(), codeSent({ email: 'a@b.de' }), codeAccepted()]) {
      const next = after(state, gateTried(), passed)
      if (next.step !== state.step) seen.push(next.step)
      state = next
    }
    expect(seen).toEqual(steps)
    expect(state.gate).toEqual({ waiting: false, refused: null, notice: false })
  })

  it.each([
    [1, []],
    [2, [passwordAccepted()]],
    [3, [passwordAccepted(), codeSent({ email: 'a@b.de' })]],
  ])('stay at gate %i with what was refused there', (at, before) => {
    const gated = after(
      opened,
      linkLoaded({ ...open, requires_password: true, requires_email: true }),
      ...before,
    )
    const tried = after(gated, gateTried())
    expect(tried).toMatchObject({ step: at, gate: { waiting: true, refused: null } })
    const refusal = { attempt: 'password', fault: fault('badPassword', { status: 401 }) } as const
    const refused = after(tried, gateRefused(refusal))
    expect(refused).toMatchObject({ step: at, gate: { waiting: false, refused: refusal } })
    expect(after(refused, gateTried()).gate.refused).toBeNull()
    expect(takesFiles(refused)).toBe(false)
  })

  it('go back from the code to the address, and say for a while that a code was sent again', () => {
    const code = after(
      opened,
      linkLoaded({ ...open, requires_email: true, has_allowed_emails_list: true }),
      codeSent({ email: 'a@b.de' }),
    )
    expect(code).toMatchObject({ step: 3, email: 'a@b.de', hasAllowedEmails: true })
    const again = after(code, gateTried(), codeSentAgain())
    expect(again.gate).toEqual({ waiting: false, refused: null, notice: true })
    expect(after(again, codeNoticeExpired()).gate.notice).toBe(false)
    expect(after(again, emailChangeRequested())).toMatchObject({ step: 2, gate: { notice: false } })
  })

  it('show a gate that closes over a running upload, and the upload again when it is passed', () => {
    const senderFields = { ...open, requires_password: true, requires_email: true }
    const gated = after(opened, loaded, started, gateLapsed(senderFields))
    expect(gated).toMatchObject({ step: 1, stepBehindGate: 5 })
    expect(isSending(gated)).toBe(true)
    expect(takesFiles(gated)).toBe(false)
    const atCode = after(gated, passwordAccepted(), codeSent({ email: 'a@b.de' }))
    expect(atCode).toMatchObject({ step: 3, stepBehindGate: 5 })
    expect(after(atCode, codeAccepted())).toMatchObject({ step: 5, stepBehindGate: null })
    // What was under way when the gate closed may come to its end behind it.
    expect(after(atCode, uploading, codeAccepted())).toMatchObject({ step: 6, stepBehindGate: null })
  })

  it('stay at the gate when the upload behind it ends, well or not', () => {
    const gated = after(opened, loaded, started, uploading, gateLapsed({ ...open, requires_password: true }))
    for (const [end, next] of [
      [allWell, uploadStep.ready],
      [someFailed, uploadStep.finishedWithErrors],
      [batchCancelled({ wanted: false }), uploadStep.ready],
    ] as const) {
      const ended = after(gated, end)
      expect(ended.step).toBe(uploadStep.password)
      expect(isSending(ended)).toBe(false)
      expect(after(ended, passwordAccepted())).toMatchObject({ step: next, stepBehindGate: null })
    }
  })

  it('show behind the gate what is sent next, when it is passed', () => {
    const gated = after(opened, loaded, started, uploading, gateLapsed({ ...open, requires_password: true }))
    const next = after(gated, someFailed, started)
    expect(next).toMatchObject({
      step: uploadStep.password,
      stepBehindGate: uploadStep.processing,
      lastOutcome: null,
    })
    expect(isSending(next)).toBe(true)
    expect(after(next, uploading, passwordAccepted())).toMatchObject({
      step: uploadStep.uploading,
      stepBehindGate: null,
    })
  })

  it('ask at no gate while nothing is sent, and at none that is open', () => {
    expect(after(opened, loaded, gateLapsed({ ...open, requires_email: true })).step).toBe(4)
    expect(after(opened, loaded, started, gateLapsed(open))).toMatchObject({ step: 5, stepBehindGate: null })
  })

  it('know whether the upload is paused or waits, and forget it with the next one', () => {
    const state = after(opened, loaded, started, pauseRequested(), connectionChanged({ lost: true }))
    expect(state).toMatchObject({ step: 5, paused: true, connectionLost: true })
    expect(after(state, continueRequested()).paused).toBe(false)
    expect(after(state, allWell, started)).toMatchObject({ paused: false, connectionLost: false })
    expect(after(opened, loaded, pauseRequested()).paused).toBe(false)
  })

  it('end at once with a link that does not work', () => {
    const state = after(opened, linkFailed({ fault: fault('linkInvalid'), isTemporary: false }))
    expect(state).toMatchObject({ step: 8, failure: { code: 'linkInvalid' }, isTemporary: false })
    expect(after(state, started, loaded).step).toBe(uploadStep.fatal)
  })

  it('go over processing to uploading with the first bytes, and back', () => {
    const state = after(opened, loaded, started)
    expect(state.step).toBe(5)
    expect(after(state, hashing).step).toBe(5)
    expect(after(state, hashing, uploading).step).toBe(6)
    expect(after(state, uploading, allWell)).toMatchObject({ step: 4, lastOutcome: { succeeded: 2 } })
    expect(after(state, uploading, someFailed).step).toBe(7)
  })

  it('end with errors when nothing at all was sent', () => {
    expect(after(opened, loaded, started, batchEnded(emptyOutcome(), 'batch')).step).toBe(7)
  })

  it('stop at a missing key and go on from there', () => {
    const refused = after(opened, loaded, started, recipientKeyRefused(fault('recipientKeyMissing')))
    expect(refused).toMatchObject({ step: 9, failure: { code: 'recipientKeyMissing' } })
    expect(takesFiles(refused)).toBe(true)
    expect(after(refused, started)).toMatchObject({ step: 5, failure: null })
  })

  it('go back to ready when cancelled', () => {
    const state = after(opened, loaded, started, uploading, batchCancelled({ wanted: true }))
    expect(state).toMatchObject({ step: 4, cancelled: true })
    expect(after(state, filesAdded([file])).cancelled).toBe(false)
  })

  it('take files in steps 4, 7 and 9 only', () => {
    expect(
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((at) => takesFiles({ step: at as UploadState['step'] })),
    ).toEqual([4, 7, 9])
  })

  it('keep the end in sight until something new begins', () => {
    const ended = after(opened, loaded, started, uploading, allWell)
    for (const next of [filesAdded([file]), started]) {
      expect(after(ended, next).lastOutcome).toBeNull()
    }
  })

  it('ignore what belongs to another step', () => {
    const ready = after(opened, loaded)
    expect(
      after(
        ready,
        uploading,
        allWell,
        batchCancelled({ wanted: true }),
        recipientKeyRefused(fault('weak-key')),
      ),
    ).toEqual(ready)
  })
})
