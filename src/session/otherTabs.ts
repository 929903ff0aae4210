/**
 * [Note: Tabs tell each other]
 * The tabs of a browser share a session, but each has its own copy of the private key. When one locks the key,
 * ends the session, replaces a key or changes the user's name, it notifies the others at once. A message is one of
 * these words only; code that could forge one runs under our origin anyway, and would only make tabs drop
 * their key and ask the server who is signed in. The key travels by channels of its own: [Note: One key for the tabs of
 * a session].
 */
export type TabMessage =
  | 'signed-in'
  | 'signed-out'
  | 'session-ended'
  | 'key-changed'
  | 'user-changed'
  | 'idle'
  | 'locked'

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('sealpost-session')

export const notifyOtherTabs = (message: TabMessage): void => channel?.postMessage(message)

export function onTabMessage(listener: (message: TabMessage) => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data))
}
