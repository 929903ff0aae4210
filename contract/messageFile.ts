import { maxTextBytes, maxTextUnits } from './limits.ts'

/** Name of the file that a message is sent as. */
export const messageFileName = 'Message.txt'

export type MessageProblem = 'empty' | 'too-long'

/** Returns why a text cannot be sent as a message; null if it can. */
export function messageProblem(text: string): MessageProblem | null {
  if (text.trim() === '') return 'empty'
  if (text.length > maxTextUnits) return 'too-long'
  return new TextEncoder().encode(text).length > maxTextBytes ? 'too-long' : null
}

/** Returns the text of a message's file; null if it is not UTF-8, or longer than messages are. */
export function readMessage(bytes: Uint8Array<ArrayBuffer>): string | null {
  if (bytes.length > maxTextBytes) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.length > maxTextUnits ? null : text
  } catch {
    return null
  }
}
