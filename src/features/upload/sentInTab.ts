import { markOf } from './sentHere.ts'
import { sentInTabKey } from './tabState.ts'

/** What this tab has sent by a link: a number and a time, without names, until the tab is closed. */
export interface SentInTab {
  readonly files: number
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Instead of what was remembered before. Like [Note: What was sent from here], it does not keep the link. */
export async function rememberInTab(linkToken: string, sent: SentInTab): Promise<void> {
  try {
    sessionStorage.setItem(sentInTabKey, JSON.stringify({ ...sent, mark: await markOf(linkToken) }))
  } catch {
    // Where a browser keeps nothing, nothing is said after a reload.
  }
}

/** Null where it was another link, or nothing. */
export async function sentInTab(linkToken: string): Promise<SentInTab | null> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(sentInTabKey) ?? 'null')
    return isKept(kept) && kept.mark === (await markOf(linkToken)) ? { files: kept.files, at: kept.at } : null
  } catch {
    return null
  }
}

const isKept = (value: unknown): value is SentInTab & { mark: string } =>
  typeof value === 'object' &&
  value !== null &&
  'files' in value &&
  'at' in value &&
  Number.isSafeInteger(value.files) &&
  Number.isSafeInteger(value.at)
