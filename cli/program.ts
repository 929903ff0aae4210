import { endAsTooOld, isSupported } from '../scripts/supportedNode.mjs'

/** The program as it is installed. What it needs is loaded only by a Node that it runs on. */
if (isSupported()) await import('./main.ts')
else endAsTooOld('sealpost')
