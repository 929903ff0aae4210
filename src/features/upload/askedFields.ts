import type { SenderField } from '../../../contract/schemas/senderFields.ts'
import { fault, FaultError } from '../../../core/faults/fault.ts'

/**
 * What a folder asks for, by the same rules that an honest server keeps to: few questions, each a line of text in which
 * everything can be seen. They come with their rules only where something is asked for, which few links do.
 * @param said by the server; absent: nothing
 * @throws FaultError 'fields-refused'
 */
export async function readAskedFields(said: unknown): Promise<SenderField[]> {
  if (said === undefined || (Array.isArray(said) && said.length === 0)) return []
  const { senderFields } = await import('../../../contract/schemas/senderFields.ts')
  const read = senderFields.safeParse(said)
  if (!read.success) throw new FaultError(fault('fields-refused'))
  return read.data
}
