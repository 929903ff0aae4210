/**
 * Must be the first import of main.tsx: a style library inside notistack writes its first rules while it is being
 * evaluated, and the page's policy takes only styles that carry the nonce of this response.
 */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

declare global {
  interface Window {
    __nonce__?: string
  }
}

window.__nonce__ = nonce
