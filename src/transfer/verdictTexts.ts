import { detail } from '../../contract/errors.ts'

export const changedText =
  'The file was stored as it was before it changed. Remove it and add it again to send it as it is now.'

/** Sent again in the same batch, the file meets the same verdict: what was sent of it is of no use. */
export const isFinal = (error: string): boolean => error === changedText || error === detail.notEncrypted
