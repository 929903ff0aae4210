/** A browser opens, in place of the page, a file that is dropped where nothing takes it: here it is refused. */
export function keepPage(): void {
  const refuse = (event: DragEvent) => {
    const isTaken = event.defaultPrevented || isFileInput(event.target)
    if (isTaken || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  // After all others, which listen to the document and what is in it.
  window.addEventListener('dragover', refuse)
  window.addEventListener('drop', refuse)
}

/** It takes what is dropped on it by itself. */
const isFileInput = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.type === 'file'
