import type { Fault } from '../faults/fault.ts'
import { faultOf } from '../faults/faultOf.ts'
import { en } from './en.ts'
import { textOf } from './textOf.ts'

/** In the language of this page. */
export const faultText = (fault: Fault): string => textOf(fault, en)

/** The same of anything thrown, and of what a query calls its error. */
export const errorText = (thrown: unknown): string => faultText(faultOf(thrown))
