import { startAppListening } from '../../store/store.ts'
import { installUploads } from './queueListener.ts'

/** Upload page of the application's store. */
export const uploads = installUploads(startAppListening)
