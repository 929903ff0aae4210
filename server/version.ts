import manifest from '../package.json' with { type: 'json' }

/** Of this program. */
export const version: string = manifest.version
