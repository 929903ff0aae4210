import { version as ofPackage } from '../package.json'

/** Of this program. */
export const version: string = ofPackage
