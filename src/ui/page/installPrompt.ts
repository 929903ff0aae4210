import { useSyncExternalStore } from 'react'
import { Listeners } from '../../../core/util/listeners.ts'

/** The browser's offer to install the application (`beforeinstallprompt`); Chromium alone has it. */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<unknown>
}

let offer: InstallPromptEvent | null = null
const listeners = new Listeners()

function setOffer(newOffer: InstallPromptEvent | null) {
  offer = newOffer
  listeners.notify()
}

const onOffer = (event: Event) => {
  event.preventDefault()
  setOffer(event as InstallPromptEvent)
}
const onInstalled = () => setOffer(null)

/** Keeps the browser's offer until a person asks for it, in place of the browser's own hint. May be called again. */
export function captureInstallPrompt(page: Pick<EventTarget, 'addEventListener'> = window): void {
  page.addEventListener('beforeinstallprompt', onOffer)
  page.addEventListener('appinstalled', onInstalled)
}

export const canInstall = (): boolean => offer !== null

/** True if the browser offers to install the application, which it does not once that is done. */
export const useCanInstall = (): boolean => useSyncExternalStore(listeners.subscribe, canInstall, canInstall)

/** Shows the browser's dialog. An offer can be used once; the browser makes another one. */
export async function showInstallPrompt(): Promise<void> {
  const used = offer
  setOffer(null)
  await used?.prompt()
}
