import type { UnknownAction } from '@reduxjs/toolkit'
import { describe, expect, it } from 'vitest'
import { emptyTally } from '../../../../src/features/upload/batchOutcome.ts'
import {
  batchCancelled,
  batchEnded,
  batchStarted,
  filesAdded,
  filesProgressed,
  linkFailed,
  linkLoaded,
  pageOpened,
  recipientKeyRefused,
} from '../../../../src/features/upload/uploadEvents.ts'
import {
  step,
  takesFiles,
  uploadSlice,
  type UploadState,
} from '../../../../src/features/upload/uploadSlice.ts'

const { reducer } = uploadSlice
const opened = reducer(undefined, pageOpened({ linkToken: 'token' }))
const after = (state: UploadState, ...actions: UnknownAction[]) =>
  actions.reduce((current: UploadState, action) => reducer(current, action), state)

const loaded = linkLoaded({ title: 'Tax 2026', description: null, perform_mime_check: false })
const uploading = filesProgressed({ changes: [{ id: 0, status: 'uploading' }], bytesPerSecond: null })
const hashing = filesProgressed({ changes: [{ id: 0, status: 'hashing' }], bytesPerSecond: null })
const allWell = batchEnded({ ...emptyTally(2), succeeded: 2 })
const someFailed = batchEnded({ ...emptyTally(2), succeeded: 1, failedServer: 1 })
const file = { id: 0, name: 'a', relativePath: '.', size: 1 }

describe('the steps of the upload page', () => {
  it('begin with loading and lead to ready', () => {
    expect(opened).toMatchObject({ step: 0, linkToken: 'token' })
    expect(after(opened, loaded)).toMatchObject({ step: 4, title: 'Tax 2026', checkTypes: false })
  })

  it('end at once with a link that does not work', () => {
    const state = after(opened, linkFailed({ message: 'Link invalid/expired.', mayPass: false }))
    expect(state).toMatchObject({ step: 8, failure: 'Link invalid/expired.', mayPass: false })
    expect(after(state, batchStarted(), loaded).step).toBe(step.fatal)
  })

  it('go over processing to uploading with the first bytes, and back', () => {
    const state = after(opened, loaded, batchStarted())
    expect(state.step).toBe(5)
    expect(after(state, hashing).step).toBe(5)
    expect(after(state, hashing, uploading).step).toBe(6)
    expect(after(state, uploading, allWell)).toMatchObject({ step: 4, ended: { succeeded: 2 } })
    expect(after(state, uploading, someFailed).step).toBe(7)
  })

  it('end with errors when nothing at all was sent', () => {
    expect(after(opened, loaded, batchStarted(), batchEnded(emptyTally())).step).toBe(7)
  })

  it('stop at a missing key and go on from there', () => {
    const refused = after(opened, loaded, batchStarted(), recipientKeyRefused('No key.'))
    expect(refused).toMatchObject({ step: 9, failure: 'No key.' })
    expect(takesFiles(refused)).toBe(true)
    expect(after(refused, batchStarted())).toMatchObject({ step: 5, failure: null })
  })

  it('go back to ready when cancelled', () => {
    const state = after(opened, loaded, batchStarted(), uploading, batchCancelled())
    expect(state).toMatchObject({ step: 4, cancelled: true })
    expect(after(state, filesAdded([file])).cancelled).toBe(false)
  })

  it('take files in steps 4, 7 and 9 only', () => {
    expect([0, 4, 5, 6, 7, 8, 9].filter((at) => takesFiles({ step: at as UploadState['step'] }))).toEqual([
      4, 7, 9,
    ])
  })

  it('keep the end in sight until something new begins', () => {
    const ended = after(opened, loaded, batchStarted(), uploading, allWell)
    for (const next of [filesAdded([file]), batchStarted()]) {
      expect(after(ended, next).ended).toBeNull()
    }
  })

  it('ignore what belongs to another step', () => {
    const ready = after(opened, loaded)
    expect(after(ready, uploading, allWell, batchCancelled(), recipientKeyRefused('No.'))).toEqual(ready)
  })
})
