import { exitAsTooOld, isSupported } from '../scripts/supportedNode.mjs'

/** The installed program. The rest is loaded only by a supported version of Node. */
if (isSupported()) await import('./main.ts')
else exitAsTooOld('sealpost')
