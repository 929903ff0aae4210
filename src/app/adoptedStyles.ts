/**
 * Must be the first import of main.tsx: a style library inside notistack inserts rules while it is evaluated,
 * and the page's policy accepts only styles with this response's nonce.
 */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

declare global {
  interface Window {
    __nonce__?: string
  }
}

window.__nonce__ = nonce
