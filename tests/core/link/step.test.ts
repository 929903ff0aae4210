import { describe, expect, it } from 'vitest'
import { fault } from '../../../core/faults/fault.ts'
import {
  type Gates,
  idleGateState,
  initialLink,
  type LinkCall,
  type LinkInput,
  type LinkState,
  stepLink,
} from '../../../core/link/step.ts'

const gatesOf = (...asked: (keyof Gates)[]): Gates => ({
  requires_password: asked.includes('requires_password'),
  requires_email: asked.includes('requires_email'),
})
const accepted = (call: LinkCall, answer = {}): LinkInput => ({ type: 'accepted', call, answer })
const refused = (call: LinkCall, code: Parameters<typeof fault>[0], status: number | null): LinkInput => ({
  type: 'refused',
  call,
  fault: fault(code, { status }),
})
const statusWith = (...asked: (keyof Gates)[]) => accepted('status', { gates: gatesOf(...asked) })
const entered: LinkInput = { type: 'entered' }
const email = 'anna@example.org'

function after(kind: LinkState['kind'], ...inputs: LinkInput[]) {
  let last = stepLink(initialLink(kind), { type: 'begin' })
  for (const input of inputs) last = stepLink(last.state, input)
  return { ...last.state, call: last.call }
}

const atPassword = [statusWith('requires_password', 'requires_email')]
const atCode = [statusWith('requires_email'), entered, accepted('address', { email })]
const isWaiting = { ...idleGateState, waiting: true }

describe('what a person is asked for', () => {
  it('is nothing before the status is there', () => {
    expect(after('download')).toMatchObject({ at: 'status', call: 'status', gate: isWaiting })
    expect(after('download', entered)).toMatchObject({ at: 'status', call: null })
  })

  it('is the password first, then an address, then the code that was mailed there', () => {
    expect(after('upload', ...atPassword)).toMatchObject({ at: 'password', call: null, gate: idleGateState })
    const tried = [...atPassword, entered]
    expect(after('upload', ...tried)).toMatchObject({ at: 'password', call: 'password', gate: isWaiting })
    const passed = [...tried, accepted('password')]
    expect(after('upload', ...passed)).toMatchObject({ at: 'address', call: null, gate: idleGateState })
    expect(after('upload', ...passed, entered)).toMatchObject({ at: 'address', call: 'address' })
    const sent = [...passed, entered, accepted('address', { email })]
    expect(after('upload', ...sent)).toMatchObject({ at: 'code', email, call: null, gate: idleGateState })
    expect(after('upload', ...sent, entered)).toMatchObject({ at: 'code', call: 'code', gate: isWaiting })
    expect(after('upload', ...sent, entered, accepted('code'))).toMatchObject({ at: 'open', call: null })
  })

  it('is what an upload link asks for now, if that is known', () => {
    const now = accepted('password', { gates: gatesOf() })
    expect(after('upload', ...atPassword, entered, now).at).toBe('open')
    const changed = accepted('code', { gates: gatesOf('requires_password') })
    expect(after('upload', ...atCode, entered, changed).at).toBe('password')
  })

  it('is sent once, however often it is pressed', () => {
    expect(after('upload', ...atPassword, entered, entered).call).toBeNull()
    expect(after('upload', ...atCode, entered, { type: 'resend' }).call).toBeNull()
    expect(after('upload', ...atPassword, { type: 'resend' }).call).toBeNull()
  })

  it('is asked for again where it was refused, with the reason', () => {
    const refusal = refused('password', 'badPassword', 401)
    const { at, gate } = after('upload', ...atPassword, entered, refusal)
    const why = fault('badPassword', { status: 401 })
    expect([at, gate]).toEqual([
      'password',
      { ...idleGateState, refused: { attempt: 'password', fault: why } },
    ])
    expect(after('upload', ...atPassword, entered, refusal, entered).gate).toEqual(isWaiting)
    expect(after('upload', ...atPassword, refusal).gate).toEqual(idleGateState)
    const unsent = after('upload', ...atPassword, entered, accepted('password'), entered, {
      ...refused('address', 'busy', 503),
    })
    expect(unsent).toMatchObject({ at: 'address', gate: { refused: { attempt: 'address' } } })
  })

  it('is another code on request, and another address; a notice ends', () => {
    const resent = [...atCode, { type: 'resend' } as const]
    expect(after('upload', ...resent)).toMatchObject({ call: 'code-again', gate: isWaiting })
    const { at, gate } = after('upload', ...resent, accepted('code-again'))
    expect([at, gate]).toEqual(['code', { ...idleGateState, notice: true }])
    expect(after('upload', ...resent, accepted('code-again'), { type: 'notice-expired' }).gate).toEqual(
      idleGateState,
    )
    expect(after('upload', ...resent, refused('code-again', 'busy', 503))).toMatchObject({
      at: 'code',
      gate: { refused: { attempt: 'code-again' } },
    })
    expect(after('upload', ...atCode, { type: 'change-address' })).toMatchObject({
      at: 'address',
      call: null,
    })
    expect(after('upload', ...atPassword, { type: 'change-address' }).at).toBe('password')
  })

  it('does not change by an answer that is late', () => {
    const away = [...atCode, entered, { type: 'change-address' } as const]
    for (const late of [accepted('code'), accepted('code-again'), refused('code', 'badCode', 400)])
      expect(after('upload', ...away, late)).toMatchObject({ at: 'address', call: null, gate: idleGateState })
    expect(after('upload', ...atCode, accepted('address', { email: 'b@example.org' })).email).toBe(email)
    expect(after('upload', ...atCode, accepted('password')).at).toBe('code')
  })
})

describe('a gate that the owner has removed', () => {
  const gone = (call: LinkCall) => refused(call, 'gateNotAsked', 409)

  it.each<[LinkCall, LinkInput[]]>([
    ['password', atPassword],
    ['address', [statusWith('requires_email')]],
    ['code', atCode],
  ])('leads to the status, which says what an upload link asks for now: %s', (call, before) => {
    const asked = [...before, entered, gone(call)]
    expect(after('upload', ...asked)).toMatchObject({ at: after('upload', ...before).at, call: 'status' })
    expect(after('upload', ...asked, statusWith()).at).toBe('open')
    expect(after('upload', ...asked, refused('status', 'unanswered', null))).toMatchObject({
      at: after('upload', ...before).at,
      gate: { refused: { attempt: call, fault: { code: 'unanswered' } } },
    })
  })

  it('leads to the files of a download link, with the password that was right', () => {
    expect(after('download', ...atCode, entered, gone('code'))).toMatchObject({
      at: 'status',
      call: 'status',
    })
    const unlocked = [...atPassword, entered, accepted('password', { gates: gatesOf('requires_email') })]
    expect(after('download', ...unlocked, entered, gone('address')).call).toBe('password-again')
  })

  it('is asked about once', () => {
    expect(after('download', ...atPassword, entered, gone('password'))).toMatchObject({
      at: 'password',
      call: null,
      gate: { refused: { attempt: 'password' } },
    })
    expect(after('upload', ...atPassword, entered, gone('password'), gone('status')).call).toBeNull()
  })
})

describe('an upload link', () => {
  it('that was open asks again when its pass has lapsed', () => {
    expect(after('upload', statusWith())).toMatchObject({ at: 'open', call: null })
    expect(after('upload', statusWith(), entered)).toMatchObject({ at: 'open', call: null })
    expect(after('upload', statusWith(), ...atPassword).at).toBe('password')
  })
})

describe('a download link', () => {
  const keysMissing = fault('link-keys-missing')
  const withoutKeys = (...asked: (keyof Gates)[]) =>
    accepted('status', { gates: gatesOf(...asked), keysFault: keysMissing })
  const unlocked = [
    ...[statusWith('requires_password', 'requires_email'), entered],
    accepted('password', { gates: gatesOf('requires_email') }),
  ]
  const unlockedByCode = [...unlocked, entered, accepted('address', { email }), entered, accepted('code')]

  it('without its keys asks for them before an address, and goes on with them', () => {
    const cut = after('download', withoutKeys('requires_email'))
    expect(cut).toMatchObject({ at: 'keys', failure: keysMissing, call: null })
    const pasted = { type: 'keys', keysFault: null } as const
    expect(after('download', withoutKeys('requires_email'), pasted)).toMatchObject({
      at: 'address',
      failure: null,
    })
    expect(after('download', withoutKeys(), pasted)).toMatchObject({
      at: 'status',
      call: 'keys',
      failure: null,
    })
    const otherLink = { type: 'keys', keysFault: fault('other-link') } as const
    expect(after('download', withoutKeys(), otherLink)).toMatchObject({
      at: 'keys',
      failure: { code: 'other-link' },
    })
    expect(after('download', statusWith('requires_email'), otherLink).at).toBe('address')
  })

  it('with a password needs no keys', () => {
    expect(after('download', withoutKeys('requires_password')).at).toBe('password')
    const right = accepted('password', { gates: gatesOf() })
    expect(after('download', withoutKeys('requires_password'), entered, right)).toMatchObject({
      at: 'password',
      call: 'keys',
      gate: isWaiting,
    })
  })

  it('refuses whoever is asked for a code again after a right one', () => {
    const asked = [...atCode, entered, accepted('code'), statusWith('requires_email')]
    expect(after('download', ...asked)).toMatchObject({
      at: 'code',
      call: null,
      gate: { refused: { attempt: 'code', fault: { code: 'downloadLinkNamed' } } },
    })
  })

  it('asks the server again after a code: for its status, or with the password that was right', () => {
    expect(after('download', ...atCode, entered, accepted('code'))).toMatchObject({
      at: 'status',
      call: 'status',
    })
    expect(after('download', ...unlockedByCode)).toMatchObject({
      at: 'code',
      call: 'password-again',
      gate: isWaiting,
    })
    const right = accepted('password-again', { gates: gatesOf() })
    expect(after('download', ...unlockedByCode, right)).toMatchObject({ at: 'code', call: 'keys' })
    expect(after('download', ...unlockedByCode, right, accepted('keys'))).toMatchObject({
      at: 'open',
      gate: idleGateState,
    })
  })

  it('says so where it asks for an address still', () => {
    const named = { at: 'code', call: null, gate: { refused: { fault: { code: 'downloadLinkNamed' } } } }
    const still = accepted('password-again', { gates: gatesOf('requires_email') })
    expect(after('download', ...unlockedByCode, still)).toMatchObject(named)
    const asked = [...atCode, entered, accepted('code'), statusWith('requires_email')]
    expect(after('download', ...asked)).toMatchObject(named)
  })

  it('asks for its password again where that opens no keys, or is refused after a code', () => {
    const right = [...unlockedByCode, accepted('password-again', { gates: gatesOf() })]
    const asked = { at: 'password', call: null, isPasswordRight: false }
    expect(after('download', ...right, refused('keys', 'wrong-password', null))).toMatchObject(asked)
    expect(after('download', ...unlockedByCode, refused('password-again', 'busy', 503))).toMatchObject(asked)
  })

  it.each([404, 410])('that is gone (%i) asks for no password any more', (status) => {
    const gone = refused('password', 'linkInvalid', status)
    expect(after('download', ...atPassword, entered, gone)).toMatchObject({
      at: 'failed',
      failure: { code: 'linkInvalid' },
      isTemporary: false,
    })
    expect(after('upload', ...atPassword, entered, gone).at).toBe('password')
  })

  it('that is open takes its password again for downloads that wait for it, and stays open', () => {
    const open = [statusWith(), accepted('keys')]
    const again = [...open, entered]
    expect(after('download', ...again)).toMatchObject({ at: 'open', call: 'password', gate: isWaiting })
    const ended = { at: 'open', call: null, gate: idleGateState }
    const named = accepted('password', { gates: gatesOf('requires_email') })
    for (const end of [named, refused('password', 'linkInvalid', 404)])
      expect(after('download', ...again, end)).toMatchObject(ended)
    expect(after('download', ...again, refused('password', 'badPassword', 401))).toMatchObject({
      at: 'open',
      gate: { refused: { attempt: 'password' } },
    })
    expect(after('download', ...open, { type: 'failed', fault: keysMissing }).at).toBe('open')
  })
})

describe('a link that fails', () => {
  it.each([
    ['unanswered', null, true],
    ['busy', 503, true],
    ['linkInvalid', 404, false],
    ['downloadLinkExpired', 410, false],
  ] as const)('may be tried again, or not: %s', (code, status, isTemporary) => {
    const failed = { at: 'failed', call: null, failure: { code }, isTemporary, gate: idleGateState }
    expect(after('download', refused('status', code, status))).toMatchObject(failed)
    expect(after('upload', refused('status', code, status))).toMatchObject(failed)
    expect(after('download', statusWith(), refused('keys', code, status))).toMatchObject(failed)
  })

  it('for a reason of this device is not tried again', () => {
    const failed = after('download', { type: 'failed', fault: fault('cookies-blocked') })
    expect(failed).toMatchObject({ at: 'failed', failure: { code: 'cookies-blocked' }, isTemporary: false })
  })

  it('does nothing until it is opened anew', () => {
    const lost = refused('status', 'unanswered', null)
    for (const late of [statusWith('requires_password'), accepted('keys'), entered])
      expect(after('download', lost, late)).toMatchObject({ at: 'failed', call: null })
    expect(after('download', lost, { type: 'begin' })).toMatchObject({
      ...{ at: 'status', call: 'status', failure: null, isTemporary: false },
    })
  })
})
