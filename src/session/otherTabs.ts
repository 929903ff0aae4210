/**
 * [Note: Tabs tell each other]
 * The tabs of a browser share one session, but each holds the private key by itself. What ends a session or replaces a
 * key in one of them is told to the others at once. A message is one of these words and nothing else; whatever could
 * forge one runs under our origin already, and would only make tabs forget their key and ask the server who is signed in.
 */
export type TabMessage = 'signed-in' | 'signed-out' | 'session-ended' | 'key-changed' | 'idle'

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('sealpost-session')

export const tellOtherTabs = (message: TabMessage): void => channel?.postMessage(message)

export function onOtherTab(hear: (message: TabMessage) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => hear(data))
}
