import { GiB, MiB } from '../contract/limits.ts'
import { type Direction, isAsGood } from './statistics.ts'

export type Unit = 'ratio' | 'files/s' | 'frames/s' | 'MB/s' | 'ms' | 'KB' | 'MB'

/** A figure that the lab measures, and what is wanted of it. */
export interface FigureKind {
  /** What, and against what. */
  label: string
  unit: Unit
  better: Direction
  /** What is at least wanted, and what we are after. */
  bar?: number
  goal?: number
  /** The size, in bytes or files, that bar and goal are meant for: at a smaller one they are orientation. */
  at?: number
  /** The worst value counts, not the middle one. */
  worst?: boolean
  /** A ratio of CPU seconds, which depends least on what else the machine does; lower is better. */
  cpu?: boolean
}

/** In the order of the tables. A MB is a million bytes. */
export const figureKinds = {
  upload: {
    label: 'sealed upload / XHR PUT of the same file',
    ...{ unit: 'ratio', better: 'higher', bar: 0.4, goal: 0.6, at: GiB },
  },
  'upload-cpu': {
    label: 'sealed upload / XHR PUT of the same file, CPU seconds',
    ...{ unit: 'ratio', better: 'lower', cpu: true },
  },
  'upload-rate': { label: 'sealed upload', unit: 'MB/s', better: 'higher' },
  seal: {
    label: 'hash + seal, one worker / SHA-256 alone',
    ...{ unit: 'ratio', better: 'higher', bar: 0.8, goal: 0.95 },
  },
  'seal-cpu': {
    label: 'hash + seal, one worker / SHA-256 alone, CPU seconds',
    ...{ unit: 'ratio', better: 'lower', cpu: true },
  },
  'seal-rate': { label: 'hash + seal, one worker', unit: 'MB/s', better: 'higher' },
  'seal-pool': {
    label: 'hash + seal of 8 files, pool / one worker × cores',
    ...{ unit: 'ratio', better: 'higher', bar: 0.75, goal: 0.9 },
  },
  'seal-pool-rate': { label: 'hash + seal of 8 files, pool', unit: 'MB/s', better: 'higher' },
  download: {
    label: "opened download / browser's own download",
    ...{ unit: 'ratio', better: 'higher', bar: 0.5, goal: 0.85, at: GiB },
  },
  'download-cpu': {
    label: "opened download / browser's own download, CPU seconds",
    ...{ unit: 'ratio', better: 'lower', cpu: true },
  },
  'download-rate': { label: 'opened download', unit: 'MB/s', better: 'higher' },
  'many-upload': {
    label: 'small files, dropped to stored',
    ...{ unit: 'files/s', better: 'higher', bar: 400, goal: 1500, at: 20_000 },
  },
  'many-upload-ratio': {
    label: 'small files, sealed upload / plain forms',
    ...{ unit: 'ratio', better: 'higher' },
  },
  'many-upload-cpu': {
    label: 'small files, sealed upload / plain forms, CPU seconds',
    ...{ unit: 'ratio', better: 'lower', cpu: true },
  },
  'photo-upload': {
    label: 'files of 5 MiB, sealed upload / plain forms',
    ...{ unit: 'ratio', better: 'higher' },
  },
  'photo-upload-rate': { label: 'files of 5 MiB, sealed upload', unit: 'MB/s', better: 'higher' },
  'many-zip': {
    label: 'ZIP of small files, opened and saved',
    ...{ unit: 'files/s', better: 'higher', bar: 400, goal: 1500, at: 5000 },
  },
  'many-zip-ratio': {
    label: 'ZIP of small files / plain file of that size',
    ...{ unit: 'ratio', better: 'higher' },
  },
  'many-zip-cpu': {
    label: 'ZIP of small files / plain file of that size, CPU seconds',
    ...{ unit: 'ratio', better: 'lower', cpu: true },
  },
  'server-in': {
    label: 'server, ciphertext in / raw PUT piped to a file',
    ...{ unit: 'ratio', better: 'higher', bar: 0.55, goal: 0.9, at: GiB },
  },
  'server-in-cpu': {
    label: 'server, ciphertext in / raw PUT piped to a file, CPU seconds',
    ...{ unit: 'ratio', better: 'lower', cpu: true },
  },
  'server-in-rate': { label: 'server, ciphertext in', unit: 'MB/s', better: 'higher' },
  'list-answer': {
    label: 'list of a folder: answer of the server',
    ...{ unit: 'ms', better: 'lower', bar: 400, goal: 150, at: 20_000 },
  },
  'list-rows': {
    label: 'list of a folder: first rows on screen',
    ...{ unit: 'ms', better: 'lower', bar: 1000, goal: 400, at: 20_000 },
  },
  'list-frames': {
    label: 'list of a folder: frames while it is scrolled',
    ...{ unit: 'frames/s', better: 'higher', bar: 55, goal: 59, at: 20_000 },
  },
  'list-ratio': {
    label: 'list of a folder / the same bytes from memory',
    ...{ unit: 'ratio', better: 'higher' },
  },
  'several-rows': {
    label: 'first rows of a folder: of several people / of one',
    ...{ unit: 'ratio', better: 'lower', bar: 1.1, goal: 1.05, at: 50_000 },
  },
  'several-names': {
    label: 'names of a folder verified: of several people / of one',
    ...{ unit: 'ratio', better: 'lower', bar: 1.1, goal: 1.05, at: 50_000 },
  },
  'several-archive': {
    label: 'archive of a folder: of several people / of one',
    ...{ unit: 'ratio', better: 'lower', bar: 1.1, goal: 1.05, at: 50_000 },
  },
  'private-first': {
    label: 'hidden names of a folder, first visit: all are shown',
    ...{ unit: 'ms', better: 'lower', bar: 25_000, goal: 15_000, at: 50_000 },
  },
  'private-first-ratio': {
    label: 'the same: hidden / open names verified',
    ...{ unit: 'ratio', better: 'lower' },
  },
  'private-rows': {
    label: 'hidden names of a folder, later visit: the first is shown',
    ...{ unit: 'ms', better: 'lower', bar: 1000, goal: 500, at: 50_000 },
  },
  'private-later': {
    label: 'hidden names of a folder, later visit: all are shown',
    ...{ unit: 'ms', better: 'lower' },
  },
  'private-search': {
    label: 'hidden names of a folder: a search is shown',
    ...{ unit: 'ms', better: 'lower', bar: 100, goal: 50, at: 50_000 },
  },
  'private-memory': {
    label: 'browser memory while hidden names are read',
    ...{ unit: 'MB', better: 'lower', bar: 150, goal: 100, at: 50_000 },
  },
  script: {
    label: 'script of the upload page before a file is chosen, as sent',
    ...{ unit: 'KB', better: 'lower', bar: 200, goal: 120 },
  },
  'growth-bytes': {
    label: 'upload: cost of a byte, largest / 256 MiB',
    ...{ unit: 'ratio', better: 'lower', bar: 1.3, goal: 1.1, at: 5 * GiB },
  },
  'growth-bytes-down': {
    label: 'download: cost of a byte, largest / 256 MiB',
    ...{ unit: 'ratio', better: 'lower', bar: 1.3, goal: 1.1, at: 5 * GiB },
  },
  'growth-files': {
    label: 'upload: cost of a small file, most / 1 000',
    ...{ unit: 'ratio', better: 'lower', bar: 1.3, goal: 1.1, at: 50_000 },
  },
  'memory-upload': {
    label: 'browser memory during an upload',
    ...{ unit: 'MB', better: 'lower', bar: 400, goal: 200, at: 5 * GiB },
  },
  'memory-photos': {
    label: 'browser memory during an upload of files of 5 MiB',
    ...{ unit: 'MB', better: 'lower' },
  },
  'memory-download': {
    label: 'browser memory during a download',
    ...{ unit: 'MB', better: 'lower', bar: 300, goal: 75, at: 5 * GiB },
  },
  'memory-zip': {
    label: 'browser memory during a ZIP',
    ...{ unit: 'MB', better: 'lower', bar: 400, goal: 200, at: 6.5 * GiB },
  },
  'memory-zip-files': {
    label: 'browser memory during a ZIP of many files',
    ...{ unit: 'MB', better: 'lower', bar: 400, goal: 200, at: 70_000 },
  },
  'memory-queue': {
    label: 'browser memory with files in the queue',
    ...{ unit: 'MB', better: 'lower', bar: 400, goal: 200, at: 50_000 },
  },
  'memory-server': {
    label: 'server memory during any of these',
    ...{ unit: 'MB', better: 'lower', bar: 200, goal: 120, worst: true },
  },
  'longest-task': {
    label: 'longest task of the main thread during any of these',
    ...{ unit: 'ms', better: 'lower', bar: 200, goal: 50, worst: true },
  },
  'line-upload': {
    label: 'over a line: sealed upload, share of the line',
    ...{ unit: 'ratio', better: 'higher', bar: 0.8, goal: 0.92, at: 64 * MiB },
  },
  'line-upload-plain': { label: 'over a line: XHR PUT of the same file', unit: 'ratio', better: 'higher' },
  'line-large-upload': {
    label: 'over a line: sealed upload of a large file, share of the line',
    ...{ unit: 'ratio', better: 'higher', bar: 0.95, goal: 0.98, at: 256 * MiB },
  },
  'line-large-upload-plain': { label: 'over a line: XHR PUT of that file', unit: 'ratio', better: 'higher' },
  'line-download': {
    label: 'over a line: opened download, share of the line',
    ...{ unit: 'ratio', better: 'higher', bar: 0.8, goal: 0.88, at: 64 * MiB },
  },
  'line-download-plain': {
    label: "over a line: browser's own download of such a file",
    ...{ unit: 'ratio', better: 'higher' },
  },
  'line-large-download': {
    label: 'over a line: opened download of a large file, share of the line',
    ...{ unit: 'ratio', better: 'higher', bar: 0.93, goal: 0.94, at: 256 * MiB },
  },
  'line-large-download-plain': {
    label: "over a line: browser's own download of that large file",
    ...{ unit: 'ratio', better: 'higher' },
  },
  'line-many-upload': {
    label: 'over a line: small files, dropped to stored',
    ...{ unit: 'files/s', better: 'higher', bar: 800, goal: 1500, at: 2000 },
  },
  'line-many-upload-share': {
    label: 'over a line: the same, share of the line',
    unit: 'ratio',
    better: 'higher',
  },
  'line-many-upload-plain': {
    label: 'over a line: the same in plain forms',
    unit: 'ratio',
    better: 'higher',
  },
  'line-many-zip': {
    label: 'over a line: ZIP of small files, opened and saved',
    ...{ unit: 'files/s', better: 'higher', bar: 800, goal: 1500, at: 2000 },
  },
  'line-many-zip-share': {
    label: 'over a line: the same, share of the line',
    unit: 'ratio',
    better: 'higher',
  },
  'line-many-zip-plain': {
    label: 'over a line: a plain file as large as all of them',
    ...{ unit: 'ratio', better: 'higher' },
  },
  'openssl-sha256': { label: 'openssl speed: SHA-256', unit: 'MB/s', better: 'higher' },
  'openssl-aes': { label: 'openssl speed: AES-256-GCM', unit: 'MB/s', better: 'higher' },
} as const satisfies Record<string, FigureKind>

export type FigureId = keyof typeof figureKinds

export const figureKindOf = (id: FigureId): FigureKind => figureKinds[id]

export type Verdict = 'goal' | 'bar' | 'missed'

/** How far a value has come; null where nothing is wanted of it. */
export function verdictOf({ better, bar, goal }: FigureKind, value: number): Verdict | null {
  if (bar === undefined || goal === undefined) return null
  if (isAsGood(value, goal, better)) return 'goal'
  return isAsGood(value, bar, better) ? 'bar' : 'missed'
}

export const verdictTexts = { goal: 'goal', bar: 'first bar', missed: 'missed' } as const
