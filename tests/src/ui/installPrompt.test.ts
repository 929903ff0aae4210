import { expect, it } from 'vitest'
import { canInstall, showInstallPrompt, captureInstallPrompt } from '../../../src/ui/page/installPrompt.ts'

/** What Chromium dispatches when the application can be installed. */
class InstallPromptEvent extends Event {
  asked = 0
  constructor() {
    super('beforeinstallprompt', { cancelable: true })
  }
  prompt = () => Promise.resolve(void this.asked++)
}

it('installing is offered while the browser offers it, asked for by a person, once for each offer', async () => {
  const page = new EventTarget()
  captureInstallPrompt(page)
  captureInstallPrompt(page)
  expect(canInstall()).toBe(false)
  const offer = new InstallPromptEvent()
  page.dispatchEvent(offer)
  expect([offer.defaultPrevented, offer.asked, canInstall()]).toEqual([true, 0, true])
  await showInstallPrompt()
  await showInstallPrompt()
  expect([offer.asked, canInstall()]).toEqual([1, false])
  page.dispatchEvent(new InstallPromptEvent())
  expect(canInstall()).toBe(true)
  page.dispatchEvent(new Event('appinstalled'))
  expect(canInstall()).toBe(false)
})
