import { useLocation, useParams } from '@tanstack/react-router'
import { openLinkBeforeRender } from '../features/upload/openLinkBeforeRender.ts'
import { UploadPage } from '../features/upload/UploadPage.tsx'
import { trimLinkEnd } from '../../contract/typedText.ts'
import { useLanguage } from '../i18n/useLanguage.ts'
import { readUploadLinkFragment } from '../../core/upload/uploadLinkFragment.ts'

export function UploadRoute() {
  useLanguage()
  const { linkToken } = useParams({ from: '/public/upload/$linkToken' })
  const { hash } = useLocation()
  return <UploadPage {...parseUploadLink(linkToken, hash)} />
}

/** Prepares the page before the first render. */
export async function prepareUploadPage({
  pathname,
  hash,
}: Pick<Location, 'pathname' | 'hash'>): Promise<void> {
  const [, , token] = pathname.split('/')
  await openLinkBeforeRender(parseUploadLink(decodeURIComponent(token ?? ''), hash.slice(1)))
}

/**
 * Mail programs write '%23' for '#', and then the whole fragment arrives in the token. They take what follows a link for
 * its end, as the full stop of a sentence.
 */
function parseUploadLink(linkToken: string, hash: string) {
  const [token = '', ...fragments] = trimLinkEnd([linkToken, hash].filter(Boolean).join('#')).split('#')
  const fragment = fragments.join('#')
  return { linkToken: token, ...readUploadLinkFragment(fragment) }
}
