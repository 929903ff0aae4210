import { hasFiles } from './incomingFiles.ts'

/** Refuses drops that nothing handles: the browser would open the file in place of the page. */
export function refuseStrayDrops(): void {
  const refuse = (event: DragEvent) => {
    const isTaken = event.defaultPrevented || isFileInput(event.target)
    if (isTaken || !(event.dataTransfer && hasFiles(event.dataTransfer))) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  // On window: after all other listeners.
  window.addEventListener('dragover', refuse)
  window.addEventListener('drop', refuse)
}

/** File inputs handle drops themselves. */
const isFileInput = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.type === 'file'
