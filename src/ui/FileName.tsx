import { markers, shownName } from '../../contract/shownName.ts'
import './fileName.css'

/**
 * The name of a file or folder, which somebody else may have chosen: what hides in it is shown, its direction stays
 * within it, and where there is no room its stem is cut, never its extension. That stands at the right end, as in any
 * list of this (left-to-right) interface, also after an Arabic or Hebrew stem.
 *
 * The text is there once and in one piece, for screen readers, for the clipboard and for searching. Where a name may be
 * cut, its extension has no width in it and is drawn beside it.
 *
 * @param whole breaks into lines instead of being cut; 'on-phone': on tablets, too
 */
export function FileName({ name, whole = false }: { name: string; whole?: boolean | 'on-phone' }) {
  const { stem, extension } = shownName(name)
  return (
    <span className={classNames[String(whole) as keyof typeof classNames]}>
      <span className="text" dir="auto">
        <span className="stem">{marked(stem)}</span>
        {extension !== '' && (
          <bdi className="extension" dir="ltr">
            {marked(extension)}
          </bdi>
        )}
      </span>
      {extension !== '' && <span className="drawn-extension" aria-hidden dir="ltr" data-text={extension} />}
    </span>
  )
}

const classNames = {
  false: 'file-name',
  true: 'file-name whole',
  'on-phone': 'file-name whole-on-phone',
} as const

/** Several names in a sentence, a comma between them. */
export function FileNames({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={index}>
      {index > 0 && ', '}
      <FileName name={name} whole />
    </span>
  ))
}

/** What stands for a hidden character looks like no part of the name. */
const marked = (text: string) =>
  text.split(markers).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} className="unseen">
        {part}
      </span>
    ) : (
      part
    ),
  )
