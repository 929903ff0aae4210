import { shownText } from '../../contract/shownText.ts'
import './folderPath.css'

/**
 * The path of a folder, on one line. Where there is no room it is shortened in its middle: what it begins with, and the
 * folder that it ends with, say the most. On a phone it may take more lines instead. Each part keeps its direction to itself.
 */
export function FolderPath({ path, wholeOnPhone = false }: { path: string; wholeOnPhone?: boolean }) {
  const shown = shownText(path)
  const slash = shown.lastIndexOf('/')
  return (
    <span className={wholeOnPhone ? 'folder-path whole-on-phone' : 'folder-path'} title={shown}>
      {slash > 0 && <bdi>{shown.slice(0, slash)}</bdi>}
      <bdi>{shown.slice(Math.max(0, slash))}</bdi>
    </span>
  )
}
