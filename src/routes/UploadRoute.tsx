import { useLocation, useParams } from '@tanstack/react-router'
import { openLinkBeforeRender } from '../features/upload/openLinkBeforeRender.ts'
import { UploadPage } from '../features/upload/UploadPage.tsx'
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

/** Mail programs write '%23' for '#', and then the whole fragment arrives in the token. */
function parseUploadLink(linkToken: string, hash: string) {
  const [token = '', ...escaped] = linkToken.split('#')
  const fragment = [...escaped, hash].filter((part) => part !== '').join('#')
  return { linkToken: token, ...readUploadLinkFragment(fragment) }
}
