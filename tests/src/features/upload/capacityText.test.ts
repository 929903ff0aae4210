import { expect, it } from 'vitest'
import { emptyQueue } from '../../../../src/features/upload/queue/queue.ts'
import { capacityText } from '../../../../src/features/upload/link/capacityText.ts'

const GiB = 1024 ** 3
const queueOf = (files: number, pendingBytes: number, arrivedBytes = 0) => ({
  counts: { ...emptyQueue.counts, pending: files },
  pendingBytes,
  arrived: { files: 0, bytes: arrivedBytes },
})

it.each([
  ['says nothing where there is room', 50 * GiB, emptyQueue, null],
  [
    'says how much where that is less than one large file',
    3 * GiB,
    emptyQueue,
    'This link takes 3.0\u00a0GB more.',
  ],
  [
    'warns where the files are larger than what is left',
    2 * GiB,
    queueOf(3, 3 * GiB),
    '3.0\u00a0GB, and 2.0\u00a0GB fit in',
  ],
  ['counts what sealing adds', GiB, queueOf(1, GiB), '1.0\u00a0GB, and 1.0\u00a0GB fit in'],
  ['does not count again what has arrived', 2 * GiB, queueOf(1, 3 * GiB, 2 * GiB), 'takes 2.0\u00a0GB more'],
  ['says that it is full', 0, emptyQueue, 'takes nothing more'],
])('%s', (_, left, waiting, said) => {
  const text = capacityText(left, 5 * GiB, waiting)
  if (said === null) expect(text).toBeNull()
  else expect(text?.text).toContain(said)
})
