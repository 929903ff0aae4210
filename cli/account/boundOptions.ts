import type { Context } from '../context.ts'
import { textOption } from '../optionValues.ts'
import { readUploadLink } from '../send/uploadLink.ts'

/** How files are judged by the link that they came by (core/crypto/FORMAT.md, 20). */
export interface BoundOptions {
  /** Token of the upload link that was handed out, which then decides in place of what is remembered; null without. */
  readonly pinnedToken: string | null
  /** Takes only files that say that they came by a link of the folder. */
  readonly isBoundOnly: boolean
  /** Tries all keys, however many have failed. */
  readonly acceptsUnopened: boolean
  /** Takes files that are back though they were deleted. */
  readonly acceptsReturned: boolean
}

/** @throws CommandError 'usage', 'refused' */
export function readBoundOptions(context: Pick<Context, 'options'>): BoundOptions {
  const { options } = context
  const link = textOption(context, 'upload-link')
  return {
    pinnedToken: link === undefined ? null : readUploadLink(link).linkToken,
    isBoundOnly: options['bound-only'] === true,
    acceptsUnopened: options['accept-unopened'] === true,
    acceptsReturned: options['accept-returned'] === true,
  }
}
