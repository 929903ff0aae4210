import { expect, it } from 'vitest'
import { capacityText } from '../../../../src/features/upload/capacityText.ts'

const GiB = 1024 ** 3
const nothing = { files: 0, bytes: 0, arrivedBytes: 0 }

it.each([
  ['says nothing where there is room', 50 * GiB, nothing, null],
  [
    'says how much where that is less than one large file',
    3 * GiB,
    nothing,
    'This link takes 3.0\u00a0GB more.',
  ],
  [
    'warns where the files are larger than what is left',
    2 * GiB,
    { files: 3, bytes: 3 * GiB, arrivedBytes: 0 },
    '3.0\u00a0GB, and 2.0\u00a0GB fit in',
  ],
  [
    'counts what sealing adds',
    GiB,
    { files: 1, bytes: GiB, arrivedBytes: 0 },
    '1.0\u00a0GB, and 1.0\u00a0GB fit in',
  ],
  [
    'does not count again what has arrived',
    2 * GiB,
    { files: 1, bytes: 3 * GiB, arrivedBytes: 2 * GiB },
    'takes 2.0\u00a0GB more',
  ],
  ['says that it is full', 0, nothing, 'takes nothing more'],
])('%s', (_, left, waiting, said) => {
  const told = capacityText(left, 5 * GiB, waiting)
  if (said === null) expect(told).toBeNull()
  else expect(told?.text).toContain(said)
})
