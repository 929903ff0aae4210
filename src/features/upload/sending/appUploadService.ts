import { startAppListening } from '../../../store/store.ts'
import { installUploadListeners } from './uploadListeners.ts'

/** The service of the upload page that uses the application's store. */
export const appUploadService = installUploadListeners(startAppListening)
