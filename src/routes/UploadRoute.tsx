import { useLocation, useParams } from '@tanstack/react-router'
import { readLinkFragment } from '../features/upload/linkFragment.ts'
import { UploadPage } from '../features/upload/UploadPage.tsx'

export function UploadRoute() {
  const { linkToken } = useParams({ from: '/public/upload/$linkToken' })
  const { hash } = useLocation()
  // Mail programs write '%23' for the '#', and then all of it arrives as the token.
  const [token = '', ...escaped] = linkToken.split('#')
  const fragment = [...escaped, hash].filter((part) => part !== '').join('#')
  return <UploadPage linkToken={token} {...readLinkFragment(fragment)} />
}
