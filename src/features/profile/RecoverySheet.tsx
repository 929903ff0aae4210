import type { Ref } from 'react'
import { shownText } from '../../../contract/shownText.ts'
import { useUser } from '../../session/session.ts'
import { type SheetContent, sheetClass, sheetDate } from './recoverySheet.ts'

interface RecoverySheetProps {
  content: SheetContent
  ref?: Ref<HTMLElement>
}

/** Plain elements under one class: the file that is saved of it has nothing else to look by (recoverySheet.ts). */
export function RecoverySheet({ content, ref }: RecoverySheetProps) {
  const { code, username, address, madeAt, words } = content
  const groups = code.split('-')
  const hasLogin = useUser()?.password_kind === 'login'
  return (
    <article className={sheetClass} ref={ref}>
      <header>
        <Mark />
        Sealpost
      </header>
      <h2>Recovery code</h2>
      <p>Opens the private key when the {hasLogin ? 'login' : 'key'} password is forgotten.</p>
      <p className="code" aria-label="Recovery code">
        {groups.map((group, i) => (
          <span key={i}>{i < groups.length - 1 ? `${group}-` : group}</span>
        ))}
      </p>
      <p className="hint">
        Upper or lower case, with or without dashes. What looks like O, I or L is the digit 0 or 1.
      </p>
      <dl>
        <dt>User name</dt>
        <dd>{shownText(username)}</dd>
        <dt>Server</dt>
        <dd>{address}</dd>
        <dt>Made</dt>
        <dd>{sheetDate(madeAt)}</dd>
      </dl>
      <h3>The twelve words of the key</h3>
      <ol className="words">
        {words.map((word, i) => (
          <li key={i}>{word}</li>
        ))}
      </ol>
      <h3>When the password is forgotten</h3>
      <ol className="steps">
        {hasLogin ? (
          <li>Ask whoever runs the server for a new login password, and sign in with it.</li>
        ) : (
          <li>Ask whoever runs the server to reset your key password, sign in, and set another one.</li>
        )}
        <li>Where the key is asked for, choose “Use the recovery code instead” and type the code.</li>
        <li>Compare the twelve words. Then seal the key with the new password.</li>
      </ol>
      <div className="warning">
        <p>
          <strong>Keep this sheet as you keep a key, and apart from your computer.</strong> Whoever has it and
          a copy of the server’s data can open everything that was sent to you. Nobody who helps you needs the
          code.
        </p>
      </div>
      <h3>When the sheet is lost</h3>
      <p>
        Make a new code in your profile: the server then forgets what this one opens. If somebody else may
        have the sheet, that is only a promise of the server’s, and copies of its data may exist: generate a
        new key pair.
      </p>
    </article>
  )
}

const Mark = () => (
  <svg viewBox="0 0 32 32" aria-hidden>
    <g transform="rotate(-45 16 16)">
      <path fill="#b3261e" fillOpacity=".22" d="M23 3.88A14 14 0 0 1 23 28.12Z" />
      <path fill="#b3261e" d="M23 3.88A14 14 0 1 0 23 28.12Z" />
      <path fill="#e8806f" d="M23 3.88A14 14 0 0 0 23 28.12Z" />
    </g>
  </svg>
)
