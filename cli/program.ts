import { ensureSupportedNode } from '../scripts/supportedNode.mjs'

/** The installed program. The rest is loaded only by a supported version of Node. */
if (ensureSupportedNode(import.meta.url, 'sealpost')) await import('./main.ts')
