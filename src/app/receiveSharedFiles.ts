import { t } from '../../i18n/t.ts'
import { takeSharedFiles } from '../../workers/shared/sharedFiles.ts'
import { filesToSend, incomingFilesOf } from '../first/incomingFiles.ts'
import { notify } from '../store/hooks.ts'

/**
 * Hands the files that were shared to the installed application to _Send files_. The service worker has them in memory
 * alone, so they are taken before a sign-in, which may last. Its address stays until they are shown: after a sign-in on
 * another page they are gone, and this says so.
 */
export async function receiveSharedFiles(): Promise<void> {
  const files = await takeSharedFiles()
  if (files.length > 0) filesToSend.deliver(incomingFilesOf(files))
  else notify('warning', t('send.nothingShared'), null)
}
