import { afterEach, describe, expect, it, vi } from 'vitest'
import { notify } from '../../../src/store/hooks.ts'
import { notificationClosed, selectNotifications } from '../../../src/store/notifications.ts'
import { store } from '../../../src/store/store.ts'
import { beginTransfer, waitForTransfersOfAllTabs } from '../../../workers/shared/transfers.ts'

afterEach(() => vi.unstubAllGlobals())

describe('notifications', () => {
  const shownNotifications = () => selectNotifications(store.getState())

  it('stay for 5 s by default', () => {
    notify('info', 'One')
    notify('error', 'Two', null)
    notify('success', 'Three', 2000)
    expect(shownNotifications().map(({ message, duration }) => [message, duration])).toEqual([
      ['One', 5000],
      ['Two', null],
      ['Three', 2000],
    ])
    for (const { id } of shownNotifications()) store.dispatch(notificationClosed(id))
    expect(shownNotifications()).toEqual([])
  })
})

it('does not hold an update back where the browser refuses the locks of transfers', async () => {
  const refuse = () => Promise.reject(new DOMException('refused', 'SecurityError'))
  const query = () => Promise.resolve({ held: [{ name: 'sealpost-transfer-of-another-tab' }] })
  vi.stubGlobal('navigator', { locks: { query, request: refuse } })
  await expect(waitForTransfersOfAllTabs()).resolves.toBeUndefined()
})

it('waits with an update until the last transfer has ended', async () => {
  const update = vi.fn()
  await waitForTransfersOfAllTabs().then(update)
  expect(update).toHaveBeenCalledTimes(1)

  const endFirst = beginTransfer()
  const endSecond = beginTransfer()
  const idle = waitForTransfersOfAllTabs().then(update)
  endFirst()
  endFirst()
  await Promise.resolve()
  expect(update).toHaveBeenCalledTimes(1)
  endSecond()
  await idle
  expect(update).toHaveBeenCalledTimes(2)
})
