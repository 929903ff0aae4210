import { expect, it } from 'vitest'
import { fault } from '../../../../core/faults/fault.ts'
import { announcementText } from '../../../../src/features/upload/sending/Announcements.tsx'
import { emptyOutcome } from '../../../../src/features/upload/sending/batchOutcome.ts'
import { promptText } from '../../../../src/features/upload/intake/DropArea.tsx'
import { queueActions } from '../../../../src/features/upload/queue/QueueButtons.tsx'
import { rowStatusText } from '../../../../src/features/upload/queue/rowStatusText.ts'
import {
  batchCancelled,
  batchEnded,
  batchStarted,
  connectionChanged,
  linkLoaded,
  pageOpened,
  pauseRequested,
} from '../../../../src/features/upload/uploadEvents.ts'
import { openLinkStatus, PageOfUploads } from './pageOfUploads.ts'

const runningUpload = { paused: false, connectionLost: false }
const halfSent = { status: 'uploading', size: 1000, sentBytes: 500, arrivedBytes: 0 } as const

it.each([
  [
    'what an earlier attempt left',
    { ...halfSent, status: 'pending', arrivedBytes: 2048 },
    runningUpload,
    '2.0\u00a0KB',
  ],
  ['how much is sent', halfSent, runningUpload, '50'],
  [
    'that it is paused, even if all is sent',
    { ...halfSent, sentBytes: 1000 },
    { ...runningUpload, paused: true },
    'Paused',
  ],
  ['that it is not confirmed yet', { ...halfSent, sentBytes: 1000 }, runningUpload, 'Confirming'],
  ['that it is paused once it has begun', halfSent, { ...runningUpload, paused: true }, 'Paused'],
  [
    'that it waits before it has begun',
    { ...halfSent, sentBytes: 0 },
    { ...runningUpload, paused: true },
    'Waiting',
  ],
  ['that it waits for the network', halfSent, { ...runningUpload, connectionLost: true }, 'Waiting'],
] as const)('a row says %s', (_, row, state, said) => expect(rowStatusText(row, state)).toContain(said))

it('leaves the text of a failed row to its failure', () =>
  expect(rowStatusText({ ...halfSent, status: 'error' }, runningUpload)).toBeNull())

it.each([
  ['nothing for an empty queue', { pending: 0, error: 0, refused: 0 }, []],
  ['to upload what is pending', { pending: 2, error: 0, refused: 0 }, ['removeAll', 'upload']],
  ['to retry what failed', { pending: 0, error: 2, refused: 0 }, ['removeAll', 'retry']],
  [
    'to retry rather than to remove',
    { pending: 0, error: 2, refused: 1 },
    ['removeAll', 'removeRefused', 'retry'],
  ],
  [
    'to remove what no retry sends',
    { pending: 0, error: 2, refused: 2 },
    ['removeAll', 'retry', 'removeRefused'],
  ],
  [
    'to upload, whatever failed',
    { pending: 1, error: 2, refused: 2 },
    ['removeAll', 'retry', 'removeRefused', 'upload'],
  ],
] as const)('the queue offers %s', (_, files, actions) => expect(queueActions(files)).toEqual(actions))

it('the queue leaves sending, and trying again, to a button of the page that does both', () => {
  const actionsOf = (error: number, refused: number) => queueActions({ pending: 1, error, refused }, true)
  expect([actionsOf(2, 0), actionsOf(2, 1)]).toEqual([['removeAll'], ['removeAll', 'removeRefused']])
})

const freshQueue = { finished: false, isEmpty: true }
it.each([
  ['an interrupted upload whose files are found', { canFindFiles: true }, freshQueue, 'something else'],
  ['an interrupted upload', { canFindFiles: false }, freshQueue, 'same'],
  ['a finished upload', null, { finished: true, isEmpty: true }, 'Send more'],
  ['an empty page', null, freshQueue, 'Drop files'],
  ['a queue', null, { finished: false, isEmpty: false }, 'Add more'],
] as const)('the drop area invites after %s', (_, interrupted, is, said) =>
  expect(promptText({ interrupted }, is, false)).toContain(said),
)

it('announces an upload in quarters, its pauses and its outcome', () => {
  const { store } = new PageOfUploads()
  const announcement = () => announcementText(store.getState())
  store.dispatch(pageOpened({ linkToken: 'link', keyFingerprint: null, privateNames: false }))
  store.dispatch(linkLoaded(openLinkStatus))
  expect(announcement()).toBe('')
  store.dispatch(batchStarted({ files: 3, bytes: 100, stored: { files: 1, bytes: 49 } }))
  expect(announcement()).toContain('25')
  store.dispatch(connectionChanged({ lost: true }))
  expect(announcement()).toBe('Waiting for the connection')
  store.dispatch(pauseRequested())
  expect(announcement()).toMatch(/paused/i)
  store.dispatch(
    batchEnded(
      { ...emptyOutcome(4), succeeded: 3, failedRequest: 1, requestFault: fault('linkQuota') },
      'batch',
    ),
  )
  expect(announcement()).toMatch(/3.*1/)
  store.dispatch(batchStarted({ files: 1, bytes: 1 }))
  store.dispatch(batchCancelled({ wanted: true }))
  expect(announcement()).toMatch(/cancel/i)
})
