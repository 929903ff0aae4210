import { addresses } from '../../contract/addresses.ts'
import { callUrl } from '../../contract/call.ts'
import { readStored, writeStored } from '../storage/browserStorage.ts'
import { readLook, type ShownLook } from '../ui/theme/readLook.ts'

/**
 * [Note: The look of a page]
 * The page is the same on every server, so that it can be checked. The look comes by a call that the page
 * preloads, and browsers store it, for later visits and offline. Until it is known, no page shows a name,
 * and the drawn upload page no logo; others have nothing but the default logo to paint.
 */

const storageKey = 'look'
/** Milliseconds to wait for the look before the page goes on with the stored one, or without. */
const timeoutMs = 400

let request: Promise<ShownLook | null> | undefined
/** The server's look, asked for once; null without an answer. */
export const fetchLook = (): Promise<ShownLook | null> => (request ??= requestLook())

/** The look to begin with: the server's, or the stored one if that takes long; null if neither is known. */
export async function initialLook(): Promise<ShownLook | null> {
  const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), timeoutMs))
  return (await Promise.race([fetchLook(), timeout])) ?? storedLook()
}

export function storedLook(): ShownLook | null {
  try {
    const stored = readStored(storageKey)
    return stored === null ? null : readLook(JSON.parse(stored))
  } catch {
    return null
  }
}

async function requestLook(): Promise<ShownLook | null> {
  try {
    // The same request as the preload in index.html.
    const response = await fetch(callUrl(addresses.getLook))
    if (!response.ok) return null
    const look = readLook(await response.json())
    storeLook(look)
    return look
  } catch {
    return null
  }
}

function storeLook(look: ShownLook): void {
  // The default look, too, once there was another one. Without storage it is asked for on every visit.
  if (isCustomLook(look) || readStored(storageKey) !== null) writeStored(storageKey, JSON.stringify(look))
}

export const isCustomLook = (look: ShownLook): boolean => Object.values(look).some((value) => value !== null)
