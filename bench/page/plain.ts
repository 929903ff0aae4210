/** The chosen files, sent as they are: what sending costs a browser without any sealing. */

function chosen(): File[] {
  return [...(document.querySelector('input')?.files ?? [])]
}

function put(body: XMLHttpRequestBodyInit): Promise<void> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    xhr.open('PUT', '/upload')
    xhr.onload = () => resolve()
    xhr.onerror = () => reject(new Error('The upload failed.'))
    xhr.send(body)
  })
}

const plain = {
  putOne: async () => {
    const [file] = chosen()
    if (file) await put(file)
  },

  /** As forms of five hundred, three at a time: as the product does it, but with the browser's own forms. */
  putForms: async () => {
    const files = chosen()
    const forms: File[][] = []
    for (let at = 0; at < files.length; at += 500) forms.push(files.slice(at, at + 500))
    const rest = forms.values()
    const lane = async () => {
      for (const share of rest) {
        const form = new FormData()
        for (const file of share) form.append('files', file)
        await put(form)
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

export {}
