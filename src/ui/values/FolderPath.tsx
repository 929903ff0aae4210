import { shownText } from '../../../contract/shownText.ts'
import './folderPath.css'

/** The path of a folder on one line, truncated in the middle: its beginning and last folder say most. */
export function FolderPath({ path, wholeOnPhone = false }: { path: string; wholeOnPhone?: boolean }) {
  const shownPath = shownText(path)
  const slash = shownPath.lastIndexOf('/')
  return (
    <span className={wholeOnPhone ? 'folder-path whole-on-phone' : 'folder-path'} title={shownPath}>
      {slash > 0 && <bdi>{shownPath.slice(0, slash)}</bdi>}
      <bdi>{shownPath.slice(Math.max(0, slash))}</bdi>
    </span>
  )
}
