import { fault } from '../../../core/faults/fault.ts'
import type { ListedFile, OpenedFile, UnopenedFile } from '../../../core/keys/openedFile.ts'

export const listedFile = (id: number, more: Partial<ListedFile> = {}): ListedFile => ({
  id,
  original_filename: `${id}.txt`,
  file_size: 10,
  file_hash: 'ab',
  ...more,
})

export const openedFile = (
  id: number,
  { hasManifest = true, ...more }: Partial<OpenedFile> & { hasManifest?: boolean } = {},
): OpenedFile => ({
  record: listedFile(id),
  source: {
    urls: { fileUrl: '/one/', bundleUrl: '/together' },
    id,
    size: 10,
    sha256: 'ab',
    root: null,
    rawKey: new Uint8Array(32),
    iv: new Uint8Array(12),
    hasManifest,
  },
  name: `${id}.txt`,
  path: '.',
  differences: [],
  namesVerdict: 'open',
  batchPosition: null,
  answers: null,
  origin: null,
  sentTo: null,
  mark: '',
  isText: false,
  isLate: false,
  ...more,
})

export const unopenedFile = (id: number, more: Partial<ListedFile> = {}): UnopenedFile => ({
  record: listedFile(id, more),
  fault: fault('wrong-key'),
})
