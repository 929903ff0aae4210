import { GiB, MiB } from '../contract/limits.ts'

/** How much is measured. Ratios of small sizes hold what is fixed in each run: compare runs of one level only. */
export interface Sizes {
  rounds: number
  /** One file, up, down and into the server alone. */
  fileBytes: number
  /** One file to hash and seal, and each of the eight that the pool is given. */
  sealBytes: number
  poolFileBytes: number
  /** Files of `smallFileBytes`. */
  droppedFiles: number
  /** Files of `photoBytes`. */
  photos: number
  zippedFiles: number
  listedFiles: number
  sharedFiles: number
  privateFiles: number
  queuedFiles: number
  /** Over a line: one file, a large one, and so many files of `smallFileBytes`. */
  lineFileBytes: number
  lineLargeFileBytes: number
  lineFiles: number
  memoryFileBytes: number
  memoryArchiveBytes: number
  archivedFiles: number
  /** Ascending. */
  growthBytes: number[]
  growthFiles: number[]
}

export const smallFileBytes = 8 * 1024
export const photoBytes = 5 * MiB

const overLine = { lineFileBytes: 64 * MiB, lineLargeFileBytes: 256 * MiB, lineFiles: 2000 }

const small = {
  ...overLine,
  rounds: 2,
  fileBytes: 128 * MiB,
  sealBytes: 64 * MiB,
  poolFileBytes: 16 * MiB,
  droppedFiles: 500,
  photos: 16,
  zippedFiles: 500,
  listedFiles: 1000,
  sharedFiles: 1000,
  privateFiles: 1000,
  queuedFiles: 1000,
  memoryFileBytes: 128 * MiB,
  memoryArchiveBytes: 128 * MiB,
  archivedFiles: 1000,
  growthBytes: [64 * MiB, 256 * MiB],
  growthFiles: [100, 1000],
}

export const levels = {
  /** Sizes of `npm test`; scenarios that seem worse are measured again, see main.ts. */
  check: { ...small, rounds: 1 },
  /** Below three minutes in all. */
  quick: small,
  normal: {
    ...overLine,
    rounds: 3,
    fileBytes: GiB,
    sealBytes: 256 * MiB,
    poolFileBytes: 64 * MiB,
    droppedFiles: 5000,
    photos: 100,
    zippedFiles: 5000,
    listedFiles: 20_000,
    sharedFiles: 5000,
    privateFiles: 5000,
    queuedFiles: 20_000,
    memoryFileBytes: GiB,
    memoryArchiveBytes: GiB,
    archivedFiles: 20_000,
    growthBytes: [64 * MiB, 256 * MiB, GiB],
    growthFiles: [100, 1000, 5000],
  },
  /** The sizes of the targets. */
  full: {
    ...overLine,
    rounds: 5,
    fileBytes: GiB,
    sealBytes: 512 * MiB,
    poolFileBytes: 128 * MiB,
    droppedFiles: 20_000,
    photos: 200,
    zippedFiles: 5000,
    listedFiles: 20_000,
    sharedFiles: 50_000,
    privateFiles: 50_000,
    queuedFiles: 50_000,
    memoryFileBytes: 5 * GiB,
    memoryArchiveBytes: 6.5 * GiB,
    archivedFiles: 70_000,
    growthBytes: [64 * MiB, 256 * MiB, GiB, 5 * GiB],
    growthFiles: [100, 1000, 5000, 20_000, 50_000],
  },
} as const satisfies Record<string, Sizes>

export type Level = keyof typeof levels

export const bytesText = (bytes: number): string =>
  bytes >= GiB ? `${Number((bytes / GiB).toFixed(2))} GiB` : `${Number((bytes / MiB).toFixed(1))} MiB`

export const filesText = (files: number): string => `${files.toLocaleString('en-US')} files`
