import { MiB } from '../../contract/limits.ts'

/** The chosen files, sent as they are: what sending costs a browser without any sealing. */

function chosenFiles(): File[] {
  return [...(document.querySelector('input')?.files ?? [])]
}

function putBody(body: XMLHttpRequestBodyInit): Promise<void> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open('PUT', '/upload')
    xhr.onload = () => resolve()
    xhr.onerror = () => reject(new Error('The upload failed.'))
    xhr.send(body)
  })
}

function* splitIntoForms(files: readonly File[]): Generator<File[], void, void> {
  let share: File[] = []
  let bytes = 0
  for (const file of files) {
    if (share.length >= 500 || (share.length > 0 && bytes + file.size > 16 * MiB)) {
      yield share
      share = []
      bytes = 0
    }
    share.push(file)
    bytes += file.size
  }
  if (share.length > 0) yield share
}

const plain = {
  putOne: async () => {
    const [file] = chosenFiles()
    if (file) await putBody(file)
  },

  /** As the browser's own forms, as large as the product's at most (500 files, 16 MiB), three at a time. */
  putForms: async () => {
    const shares = splitIntoForms(chosenFiles())
    const lane = async () => {
      for (const share of shares) {
        const form = new FormData()
        for (const file of share) form.append('files', file)
        await putBody(form)
      }
    }
    await Promise.all([lane(), lane(), lane()])
  },

  /** Makes the page's link lead there. */
  linkTo: (path: string) => document.querySelector('a')?.setAttribute('href', path),
}

declare global {
  interface Window {
    plain: typeof plain
  }
}
window.plain = plain
