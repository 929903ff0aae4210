import type { ContentKind } from './contentType.ts'

/** [Note: The frame of a preview] What page and frame say to each other, once, by a `MessagePort` of their own. */

export const previewFramePath = '/preview/media.html'

/** The weakest policy with which Chromium shows the document, as its frame's `csp`. It asks for no hashes. */
export const requiredFramePolicy =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; worker-src blob:; media-src blob:"

/** The page gives verified bytes. Names and keys stay with it. */
export interface FrameContent {
  kind: Exclude<ContentKind, 'text' | 'other' | 'pdf'>
  mime: string
  bytes: ArrayBuffer
}

/**
 * What the frame answers, as whole numbers alone: decoding what strangers send, it is not believed. It says that it is
 * alive once a second. Width and height are in pixels, 0 for sound.
 */
export type FrameAnswer =
  | { type: 'alive' }
  | { type: 'shown'; width: number; height: number }
  | { type: 'too-many-pixels' }
  | { type: 'not-decoded' }
  | { type: 'escape' }

export const answerCodes = { alive: 0, shown: 1, 'too-many-pixels': 2, 'not-decoded': 3, escape: 4 } as const

/** More than any screen shows. */
const maxSide = 1_000_000

/** @returns null for what no frame of ours says */
export function readFrameAnswer(data: unknown): FrameAnswer | null {
  if (!Array.isArray(data) || data.length > 3) return null
  const [code, width, height] = data as unknown[]
  if (code === answerCodes.shown)
    return isSide(width) && isSide(height) ? { type: 'shown', width, height } : null
  if (data.length > 1) return null
  if (code === answerCodes.alive) return { type: 'alive' }
  if (code === answerCodes['too-many-pixels']) return { type: 'too-many-pixels' }
  if (code === answerCodes['not-decoded']) return { type: 'not-decoded' }
  return code === answerCodes.escape ? { type: 'escape' } : null
}

const isSide = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= maxSide
