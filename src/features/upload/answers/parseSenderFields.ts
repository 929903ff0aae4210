import type { SenderField } from '../../../../contract/schemas/senderFields.ts'
import { fault, FaultError } from '../../../../core/faults/fault.ts'

/**
 * Parses the folder's questions as the server sent them. The schema is loaded only where a folder asks for something.
 * @throws FaultError 'fields-refused'
 */
export async function parseSenderFields(received: unknown): Promise<SenderField[]> {
  if (received === undefined || (Array.isArray(received) && received.length === 0)) return []
  const { senderFields } = await import('../../../../contract/schemas/senderFields.ts')
  const read = senderFields.safeParse(received)
  if (!read.success) throw new FaultError(fault('fields-refused'))
  return read.data
}
