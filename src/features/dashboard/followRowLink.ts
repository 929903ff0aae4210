import type { MouseEvent } from 'react'

/** Makes a whole row follow its first link, with the keys that are pressed; its controls and selected text stay. */
export function followRowLink(event: MouseEvent<HTMLElement>): void {
  const { target, currentTarget, ctrlKey, metaKey, shiftKey } = event
  if (!(target instanceof Element) || target.closest('a, button, input')) return
  if (!currentTarget.contains(target) || window.getSelection()?.isCollapsed === false) return
  const keys = { ctrlKey, metaKey, shiftKey }
  currentTarget
    .querySelector('a')
    ?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ...keys }))
}
