import { placeholderPattern, shownName } from '../../../contract/shownName.ts'
import './fileName.css'

/**
 * The name of a file or folder, possibly chosen by somebody else: hidden characters are shown, its text
 * direction is isolated, and if it is too long its stem is truncated, never its extension. The extension is
 * at the right end, as in the rest of the left-to-right interface, even after an Arabic or Hebrew stem.
 * The text is in the DOM once and in one piece, for screen readers, clipboard and search. In a truncatable
 * name the extension has no width, and is drawn beside it.
 * @param whole wraps instead of truncating; 'on-phone': on phones and tablets
 */
export function FileName({ name, whole = false }: { name: string; whole?: boolean | 'on-phone' }) {
  const { stem, extension } = shownName(name)
  return (
    <span className={classNames[String(whole) as keyof typeof classNames]}>
      <span className="text" dir="auto">
        <span className="stem">{withMarkedCodes(stem)}</span>
        {extension !== '' && (
          <bdi className="extension" dir="ltr">
            {withMarkedCodes(extension)}
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

/** Several names in a sentence, separated by commas. */
export function FileNames({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={index}>
      {index > 0 && ', '}
      <FileName name={name} whole />
    </span>
  ))
}

/** Sets the codes of hidden characters apart from the name. */
const withMarkedCodes = (text: string) =>
  text.split(placeholderPattern).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} className="unseen">
        {part}
      </span>
    ) : (
      part
    ),
  )
