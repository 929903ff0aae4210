import { startAppListening } from '../../store/store.ts'
import { installUploadListeners } from './uploadListeners.ts'

/** Upload page of the application's store. */
export const uploads = installUploadListeners(startAppListening)
