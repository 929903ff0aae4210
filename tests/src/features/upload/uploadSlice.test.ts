import type { UnknownAction } from '@reduxjs/toolkit'
import { describe, expect, it } from 'vitest'
import { GiB } from '../../../../contract/limits.ts'
import type { UploadStatus } from '../../../../contract/schemas/uploads.ts'
import { fault } from '../../../../core/faults/fault.ts'
import { emptyOutcome } from '../../../../src/features/upload/sending/batchOutcome.ts'
import {
  batchCancelled,
  batchEnded,
  batchStarted,
  connectionChanged,
  continueRequested,
  filesAdded,
  filesProgressed,
  gateLapsed,
  linkLoaded,
  pageOpened,
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
import {
  codeAccepted,
  codeNoticeExpired,
  codeSent,
  codeSentAgain,
  emailChangeRequested,
  gateRefused,
  gateTried,
  linkFailed,
  passwordAccepted,
} from './linkEvents.ts'

const { reducer } = uploadSlice
const openedState = reducer(
  undefined,
  pageOpened({ linkToken: 'token', keyFingerprint: null, privateNames: false }),
)
const stateAfter = (state: UploadState, ...actions: UnknownAction[]) =>
  actions.reduce((current: UploadState, action) => reducer(current, action), state)

const linkStatus: UploadStatus = {
  title: 'Tax 2026',
  description: null,
  requires_password: false,
  requires_email: false,
  has_allowed_emails_list: false,
  perform_mime_check: false,
  sender_fields: [],
  room_left: null,
}
const linkLoadedAction = linkLoaded(linkStatus)

it('knows whether the server mails confirmations, and the batch that one would be about', () => {
  const { confirmsByEmail } = stateAfter(openedState, linkLoaded({ ...linkStatus, confirms_by_email: true }))
  expect([confirmsByEmail, stateAfter(openedState, linkLoadedAction).confirmsByEmail]).toEqual([true, false])
  expect(
    stateAfter(openedState, linkLoadedAction, batchStartedAction, uploadingProgress, endedWithSuccess)
      .endedBatchId,
  ).toBe('batch')
})

it('takes files as large as the link says, and up to 5 GiB where a server of before says nothing', () => {
  const most = (max_file_bytes?: number) =>
    stateAfter(
      openedState,
      linkLoaded({ ...linkStatus, ...(max_file_bytes !== undefined && { max_file_bytes }) }),
    ).maxFileBytes
  expect(most(6 * GiB)).toBe(6 * GiB)
  expect(most()).toBe(5 * GiB)
  // No more goes in parts.
  expect(most(2 ** 50)).toBe(10_000 * 127 * 256 * 1024)
})

const batchStartedAction = batchStarted({ files: 2, bytes: 2 })
const uploadingProgress = filesProgressed({
  changes: [{ id: 0, status: 'uploading' }],
  pace: { bytesPerSecond: null, secondsLeft: null },
})
const hashingProgress = filesProgressed({
  changes: [{ id: 0, status: 'hashing' }],
  pace: { bytesPerSecond: null, secondsLeft: null },
})
const endedWithSuccess = batchEnded({ ...emptyOutcome(2), succeeded: 2 }, 'batch')
const endedWithFailure = batchEnded({ ...emptyOutcome(2), succeeded: 1, failedServer: 1 }, 'batch')
const foundFile = { id: 0, name: 'a', relativePath: '.', size: 1 }

describe('the steps of the upload page', () => {
  it('begin with loading and lead to ready', () => {
    expect(openedState).toMatchObject({ step: 0, linkToken: 'token' })
    expect(stateAfter(openedState, linkLoadedAction)).toMatchObject({
      step: 4,
      title: 'Tax 2026',
      checkTypes: false,
    })
  })

  it.each([
    [{ requires_password: true, requires_email: true }, [1, 2, 3, 4]],
    [{ requires_password: true, requires_email: false }, [1, 4]],
    [{ requires_password: false, requires_email: true }, [2, 3, 4]],
    [{ requires_password: false, requires_email: false }, [4]],
  ])('lead through the gates that the link asks for: %o', (senderFields, steps) => {
    let state = stateAfter(openedState, linkLoaded({ ...linkStatus, ...senderFields }))
    const seen: number[] = [state.step]
    for (const passed of [passwordAccepted(), codeSent({ email: 'a@b.de' }), codeAccepted()]) {
      const next = stateAfter(state, gateTried(), passed)
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
    const gated = stateAfter(
      openedState,
      linkLoaded({ ...linkStatus, requires_password: true, requires_email: true }),
      ...before,
    )
    const tried = stateAfter(gated, gateTried())
    expect(tried).toMatchObject({ step: at, gate: { waiting: true, refused: null } })
    const refusal = { attempt: 'password', fault: fault('badPassword', { status: 401 }) } as const
    const refused = stateAfter(tried, gateRefused(refusal))
    expect(refused).toMatchObject({ step: at, gate: { waiting: false, refused: refusal } })
    expect(stateAfter(refused, gateTried()).gate.refused).toBeNull()
    expect(takesFiles(refused)).toBe(false)
  })

  it('go back from the code to the address, and say for a while that a code was sent again', () => {
    const code = stateAfter(
      openedState,
      linkLoaded({ ...linkStatus, requires_email: true, has_allowed_emails_list: true }),
      codeSent({ email: 'a@b.de' }),
    )
    expect(code).toMatchObject({ step: 3, email: 'a@b.de', hasAllowedEmails: true })
    const again = stateAfter(code, gateTried(), codeSentAgain())
    expect(again.gate).toEqual({ waiting: false, refused: null, notice: true })
    expect(stateAfter(again, codeNoticeExpired()).gate.notice).toBe(false)
    expect(stateAfter(again, emailChangeRequested())).toMatchObject({ step: 2, gate: { notice: false } })
  })

  it('show a gate that closes over a running upload, and the upload again when it is passed', () => {
    const senderFields = { ...linkStatus, requires_password: true, requires_email: true }
    const gated = stateAfter(openedState, linkLoadedAction, batchStartedAction, gateLapsed(senderFields))
    expect(gated).toMatchObject({ step: 1, stepBehindGate: 5 })
    expect(isSending(gated)).toBe(true)
    expect(takesFiles(gated)).toBe(false)
    const atCode = stateAfter(gated, passwordAccepted(), codeSent({ email: 'a@b.de' }))
    expect(atCode).toMatchObject({ step: 3, stepBehindGate: 5 })
    expect(stateAfter(atCode, codeAccepted())).toMatchObject({ step: 5, stepBehindGate: null })
    // What was under way when the gate closed may come to its end behind it.
    expect(stateAfter(atCode, uploadingProgress, codeAccepted())).toMatchObject({
      step: 6,
      stepBehindGate: null,
    })
  })

  it('stay at the gate when the upload behind it ends, well or not', () => {
    const gated = stateAfter(
      openedState,
      linkLoadedAction,
      batchStartedAction,
      uploadingProgress,
      gateLapsed({ ...linkStatus, requires_password: true }),
    )
    for (const [end, next] of [
      [endedWithSuccess, uploadStep.ready],
      [endedWithFailure, uploadStep.finishedWithErrors],
      [batchCancelled({ wanted: false }), uploadStep.ready],
    ] as const) {
      const ended = stateAfter(gated, end)
      expect(ended.step).toBe(uploadStep.password)
      expect(isSending(ended)).toBe(false)
      expect(stateAfter(ended, passwordAccepted())).toMatchObject({ step: next, stepBehindGate: null })
    }
  })

  it('show behind the gate what is sent next, when it is passed', () => {
    const gated = stateAfter(
      openedState,
      linkLoadedAction,
      batchStartedAction,
      uploadingProgress,
      gateLapsed({ ...linkStatus, requires_password: true }),
    )
    const next = stateAfter(gated, endedWithFailure, batchStartedAction)
    expect(next).toMatchObject({
      step: uploadStep.password,
      stepBehindGate: uploadStep.processing,
      lastOutcome: null,
    })
    expect(isSending(next)).toBe(true)
    expect(stateAfter(next, uploadingProgress, passwordAccepted())).toMatchObject({
      step: uploadStep.uploading,
      stepBehindGate: null,
    })
  })

  it('ask at no gate while nothing is sent, and at none that is open', () => {
    expect(
      stateAfter(openedState, linkLoadedAction, gateLapsed({ ...linkStatus, requires_email: true })).step,
    ).toBe(4)
    expect(
      stateAfter(openedState, linkLoadedAction, batchStartedAction, gateLapsed(linkStatus)),
    ).toMatchObject({ step: 5, stepBehindGate: null })
  })

  it('know whether the upload is paused or waits, and forget it with the next one', () => {
    const state = stateAfter(
      openedState,
      linkLoadedAction,
      batchStartedAction,
      pauseRequested(),
      connectionChanged({ lost: true }),
    )
    expect(state).toMatchObject({ step: 5, paused: true, connectionLost: true })
    expect(stateAfter(state, continueRequested()).paused).toBe(false)
    expect(stateAfter(state, endedWithSuccess, batchStartedAction)).toMatchObject({
      paused: false,
      connectionLost: false,
    })
    expect(stateAfter(openedState, linkLoadedAction, pauseRequested()).paused).toBe(false)
  })

  it('end at once with a link that does not work', () => {
    const state = stateAfter(openedState, linkFailed({ fault: fault('linkInvalid'), isTemporary: false }))
    expect(state).toMatchObject({ step: 8, failure: { code: 'linkInvalid' }, isTemporary: false })
    expect(stateAfter(state, batchStartedAction, linkLoadedAction).step).toBe(uploadStep.fatal)
  })

  it('go over processing to uploading with the first bytes, and back', () => {
    const state = stateAfter(openedState, linkLoadedAction, batchStartedAction)
    expect(state.step).toBe(5)
    expect(stateAfter(state, hashingProgress).step).toBe(5)
    expect(stateAfter(state, hashingProgress, uploadingProgress).step).toBe(6)
    expect(stateAfter(state, uploadingProgress, endedWithSuccess)).toMatchObject({
      step: 4,
      lastOutcome: { succeeded: 2 },
    })
    expect(stateAfter(state, uploadingProgress, endedWithFailure).step).toBe(7)
  })

  it('end with errors when nothing at all was sent', () => {
    expect(
      stateAfter(openedState, linkLoadedAction, batchStartedAction, batchEnded(emptyOutcome(), 'batch')).step,
    ).toBe(7)
  })

  it('stop at a missing key and go on from there', () => {
    const refused = stateAfter(
      openedState,
      linkLoadedAction,
      batchStartedAction,
      recipientKeyRefused(fault('recipientKeyMissing')),
    )
    expect(refused).toMatchObject({ step: 9, failure: { code: 'recipientKeyMissing' } })
    expect(takesFiles(refused)).toBe(true)
    expect(stateAfter(refused, batchStartedAction)).toMatchObject({ step: 5, failure: null })
  })

  it('go back to ready when cancelled', () => {
    const state = stateAfter(
      openedState,
      linkLoadedAction,
      batchStartedAction,
      uploadingProgress,
      batchCancelled({ wanted: true }),
    )
    expect(state).toMatchObject({ step: 4, cancelled: true })
    expect(stateAfter(state, filesAdded([foundFile])).cancelled).toBe(false)
  })

  it('take files in steps 4, 7 and 9 only', () => {
    expect(
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].filter((at) => takesFiles({ step: at as UploadState['step'] })),
    ).toEqual([4, 7, 9])
  })

  it('keep the end in sight until something new begins', () => {
    const ended = stateAfter(
      openedState,
      linkLoadedAction,
      batchStartedAction,
      uploadingProgress,
      endedWithSuccess,
    )
    for (const next of [filesAdded([foundFile]), batchStartedAction]) {
      expect(stateAfter(ended, next).lastOutcome).toBeNull()
    }
  })

  it('ignore what belongs to another step', () => {
    const ready = stateAfter(openedState, linkLoadedAction)
    expect(
      stateAfter(
        ready,
        uploadingProgress,
        endedWithSuccess,
        batchCancelled({ wanted: true }),
        recipientKeyRefused(fault('weak-key')),
      ),
    ).toEqual(ready)
  })
})
