import type { Context } from '../context.ts'
import { flagOption, textOption } from '../optionValues.ts'
import { readUploadLink, type UploadLink } from '../send/uploadLink.ts'

/** Which files of a folder are opened and accepted (core/crypto/FORMAT.md, 20). */
export interface FileAcceptanceOptions {
  /** The link of --upload-link, which replaces the remembered links; null without it. */
  readonly pinnedLink: Pick<UploadLink, 'linkToken' | 'privateNames'> | null
  /** Accepts only files that say that they were sent by a link of the folder. */
  readonly isBoundOnly: boolean
  /** Tries the keys of all files, however many have failed. */
  readonly triesAllKeys: boolean
  /** Accepts files that were deleted and are listed again. */
  readonly acceptsReturned: boolean
}

/** @throws CommandError 'usage', 'refused' */
export function readFileAcceptanceOptions(context: Pick<Context, 'options'>): FileAcceptanceOptions {
  const link = textOption(context, 'upload-link')
  return {
    pinnedLink: link === undefined ? null : readUploadLink(link),
    isBoundOnly: flagOption(context, 'bound-only'),
    triesAllKeys: flagOption(context, 'accept-unopened'),
    acceptsReturned: flagOption(context, 'accept-returned'),
  }
}
