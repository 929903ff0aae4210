import type { SenderField } from '../../../contract/schemas/senderFields.ts'
import { fault, FaultError } from '../../../core/faults/fault.ts'

/**
 * Parses the folder's questions by the rules of the contract: few questions, each a single line without
 * invisible characters. Loaded only where a folder asks for something.
 * @param received fields as the server sent them; undefined if there are none
 * @throws FaultError 'fields-refused'
 */
export async function parseSenderFields(received: unknown): Promise<SenderField[]> {
  if (received === undefined || (Array.isArray(received) && received.length === 0)) return []
  const { senderFields } = await import('../../../contract/schemas/senderFields.ts')
  const read = senderFields.safeParse(received)
  if (!read.success) throw new FaultError(fault('fields-refused'))
  return read.data
}
