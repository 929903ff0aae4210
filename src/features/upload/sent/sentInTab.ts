import { readStored, writeStored } from '../../../storage/browserStorage.ts'
import { hashLink } from '../sentHistory.ts'
import { sentInTabKey } from './sentInTabKey.ts'

/** Summary of what this tab sent by a link, without names, until the tab is closed. */
export interface SentInTab {
  readonly files: number
  /** Time in milliseconds since 1970. */
  readonly at: number
}

/** Holds the summary from before the page was opened; null until the page first stores one. */
export interface PageInTab {
  sentBefore: Promise<SentInTab | null> | null
}

/**
 * Replaces the summary. Like [Note: What was sent from here], it stores only a hash of the link.
 * @param sent all that the page has sent
 */
export async function storeSentInTab(linkToken: string, sent: SentInTab, page: PageInTab): Promise<void> {
  try {
    page.sentBefore ??= readSentInTab(linkToken)
    const sentBefore = await page.sentBefore
    const files = sent.files + (sentBefore?.files ?? 0)
    const summary = JSON.stringify({ ...sent, files, mark: await hashLink(linkToken) })
    writeStored(sentInTabKey, summary, 'sessionStorage')
  } catch {
    // Without it, nothing is shown after a reload.
  }
}

/** Returns the summary for this link; null if there is none or it is of another link. */
export async function readSentInTab(linkToken: string): Promise<SentInTab | null> {
  try {
    const stored: unknown = JSON.parse(readStored(sentInTabKey, 'sessionStorage') ?? 'null')
    return isStored(stored) && stored.mark === (await hashLink(linkToken))
      ? { files: stored.files, at: stored.at }
      : null
  } catch {
    return null
  }
}

const isStored = (value: unknown): value is SentInTab & { mark: string } =>
  typeof value === 'object' &&
  value !== null &&
  'files' in value &&
  'at' in value &&
  Number.isSafeInteger(value.files) &&
  Number.isSafeInteger(value.at)
