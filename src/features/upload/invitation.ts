import { t } from '../../../i18n/t.ts'
import { isTouch } from '../../platform/isTouch.ts'
import type { UploadState } from './uploadSlice.ts'

/** Returns the text that invites the visitor to give files. */
export function invitation(
  { interrupted }: { interrupted: Pick<NonNullable<UploadState['interrupted']>, 'canFindFiles'> | null },
  is: { finished: boolean; isEmpty: boolean },
  touch = isTouch(),
): string {
  if (interrupted?.canFindFiles) return t('upload.orSomethingElse')
  if (interrupted) return t(touch ? 'upload.touchSame' : 'upload.dropSameHere')
  if (is.finished) return t('upload.sendMore')
  if (is.isEmpty) return t('upload.dropHere')
  return t(touch ? 'upload.touchMore' : 'upload.addMore')
}
