import type { ReactNode, SubmitEvent } from 'react'

/** The form of a dialog that opens the private key. */
export function KeyForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  function submit(event: SubmitEvent) {
    event.preventDefault()
    // React events bubble to the form that asks for the key, although the DOM does not nest them.
    event.stopPropagation()
    onSubmit()
  }
  return <form onSubmit={submit}>{children}</form>
}
