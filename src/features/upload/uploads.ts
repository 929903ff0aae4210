import { startAppListening } from '../../store/store.ts'
import { installUploads } from './queueListener.ts'

/** Of the application's one store. */
export const uploads = installUploads(startAppListening)
