import type { ReactNode, SubmitEvent } from 'react'

/** In a dialog that opens the private key. */
export function KeyForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  function submit(event: SubmitEvent) {
    event.preventDefault()
    // Forms that ask for the key are ancestors to React, though not on the page.
    event.stopPropagation()
    onSubmit()
  }
  return <form onSubmit={submit}>{children}</form>
}
