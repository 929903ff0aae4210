import { type Fault, fault } from '../faults/fault.ts'
import { mayBeRetried } from '../faults/retries.ts'

/**
 * [Note: A link step by step]
 * Opens an upload or a download link: its status, its password, an address and the code mailed there, and the keys of
 * a download link. The state says what a person is asked for, and a step which call is wanted next. Pure; passwords,
 * codes and keys are with the pages and the command line, which ask for them and make the calls.
 */
export interface LinkState {
  readonly kind: 'upload' | 'download'
  /** The gate at which a person is asked; 'status' before that is known; 'open' and 'failed' are the ends. */
  readonly at: 'status' | 'keys' | 'password' | 'address' | 'code' | 'open' | 'failed'
  readonly gate: GateState
  /** The gates that the link named last. */
  readonly gates: Gates
  /** The fault of the keys in a download link; null for good ones. */
  readonly keysFault: Fault | null
  /** Address that the code was sent to. */
  readonly email: string
  /** True once the password of a download link was right: it is sent again after a code. */
  readonly isPasswordRight: boolean
  readonly isCodeRight: boolean
  /** The fault of 'keys' and 'failed'. */
  readonly failure: Fault | null
  /** True if the fault of 'failed' may be temporary. */
  readonly isTemporary: boolean
}

/** The gates of a link, by its status or by the response to the password of a download link. */
export interface Gates {
  readonly requires_password: boolean
  readonly requires_email: boolean
}

/** 'code-again': another code for the same address. */
export type GateAttempt = 'password' | 'address' | 'code' | 'code-again'

/** 'password-again': sends the password that was right. 'keys': opens the keys of the files. */
export type LinkCall = GateAttempt | 'status' | 'password-again' | 'keys'

/** A refused attempt at a gate, and the reason. */
export interface GateRefusal {
  readonly attempt: GateAttempt
  readonly fault: Fault
}

export interface GateState {
  /** True while a call is under way. */
  readonly waiting: boolean
  readonly refused: GateRefusal | null
  /** True after a code was sent again. */
  readonly notice: boolean
}

export type LinkInput =
  /** 'entered': the person entered what they were asked for. */
  | { readonly type: 'begin' | 'entered' | 'resend' | 'change-address' | 'notice-expired' }
  /** The person gave the complete link. */
  | { readonly type: 'keys'; readonly keysFault: Fault | null }
  | { readonly type: 'accepted'; readonly call: LinkCall; readonly answer?: LinkAnswer }
  | { readonly type: 'refused'; readonly call: LinkCall; readonly fault: Fault }
  /** The link cannot be opened here at all. */
  | { readonly type: 'failed'; readonly fault: Fault }

/** The result of a call. Without `gates`, a gate that was passed is not asked for again. */
export type LinkAnswer = Partial<Pick<LinkState, 'gates' | 'keysFault' | 'email'>>

type InputOf<T extends LinkInput['type']> = Extract<LinkInput, { type: T }>

interface LinkStep {
  readonly state: LinkState
  /** The wanted call; null if there is none. */
  readonly call: LinkCall | null
}

export const idleGateState: GateState = { waiting: false, refused: null, notice: false }

/** A link whose status is waited for. */
export const initialLink = (kind: LinkState['kind']): LinkState => ({
  kind,
  at: 'status',
  gate: { ...idleGateState, waiting: true },
  gates: { requires_password: false, requires_email: false },
  keysFault: null,
  email: '',
  isPasswordRight: false,
  isCodeRight: false,
  failure: null,
  isTemporary: false,
})

/** Applies an input, and returns the wanted call. */
export function stepLink(state: LinkState, input: LinkInput): LinkStep {
  const { at, gate } = state
  if (at === 'failed' && input.type !== 'begin') return same(state)
  switch (input.type) {
    case 'begin':
      return { state: initialLink(state.kind), call: 'status' }
    case 'entered': {
      const attempt = attemptAt(state)
      return attempt === null || gate.waiting ? same(state) : wait(state, attempt)
    }
    case 'resend':
      return at === 'code' && !gate.waiting ? wait(state, 'code-again') : same(state)
    case 'change-address':
      return at === 'code' ? ask(state, 'address') : same(state)
    case 'notice-expired':
      return same({ ...state, gate: { ...gate, notice: false } })
    case 'keys':
      return at === 'keys' ? next({ ...state, keysFault: input.keysFault }) : same(state)
    case 'accepted':
      return accepted(state, input)
    case 'refused':
      return refused(state, input)
    case 'failed':
      return at === 'open' ? same(state) : failed(state, input.fault, false)
  }
}

function accepted(state: LinkState, { call, answer }: InputOf<'accepted'>): LinkStep {
  const { at, kind, gates } = state
  switch (call) {
    case 'status':
      return next({ ...state, ...answer })
    case 'password':
    case 'password-again':
      // Downloads that wait for it fail if an address is asked for, too.
      if (at === 'open') return rest(state)
      if (kind === 'upload' && at !== 'password') return same(state)
      return next({
        ...{ ...state, gates: { ...gates, requires_password: false } },
        ...{ ...answer, isPasswordRight: kind === 'download' },
      })
    case 'address':
      return at === 'address' ? ask({ ...state, ...answer }, 'code') : same(state)
    case 'code-again':
      return at === 'code' ? same({ ...state, gate: { ...idleGateState, notice: true } }) : same(state)
    case 'code':
      if (at !== 'code') return same(state)
      return kind === 'upload'
        ? next({ ...state, gates: { ...gates, requires_email: false }, ...answer })
        : reopen({ ...state, isCodeRight: true })
    case 'keys':
      // The link may ask for something again since they were fetched.
      return isComplete(state) ? ask(state, 'open') : same(state)
  }
}

function refused(state: LinkState, { call, fault: why }: InputOf<'refused'>): LinkStep {
  const { at, gate, kind, isPasswordRight } = state
  if (!gate.waiting) return same(state)
  const isPassword = call === 'password' || call === 'password-again' || (call === 'keys' && isPasswordRight)
  if (kind === 'download' && isPassword) return passwordRefused(state, why)
  const isOfGate = call !== 'status' && call !== 'keys' && call !== 'password-again'
  const attempt = attemptAt(state)
  // A gate's may come late, when nobody is asked any more.
  if (attempt === null)
    return at === 'status' && !isOfGate ? failed(state, why, mayBeRetried(why)) : same(state)
  if (!isOfGate) return refuse(state, attempt, why)
  // The owner has removed the gate.
  return why.code === 'gateNotAsked' ? reopen(state) : refuse(state, call, why)
}

function passwordRefused(state: LinkState, why: Fault): LinkStep {
  const { at } = state
  const isOpen = at === 'open'
  if (why.status !== 404 && why.status !== 410)
    return refuse({ ...state, at: isOpen ? at : 'password', isPasswordRight: false }, 'password', why)
  // The link is gone: downloads that wait for the password fail with the same fault.
  return isOpen ? rest(state) : failed(state, why, false)
}

/** True if a link asks for nothing that was not given. */
const isComplete = ({ gates, keysFault, isPasswordRight }: LinkState): boolean =>
  !gates.requires_password && !gates.requires_email && (keysFault === null || isPasswordRight)

/** Asks for what is missing first, or opens the link. */
function next(state: LinkState): LinkStep {
  const { at, gates, keysFault, kind } = state
  if (gates.requires_password) return ask(state, 'password')
  // A link without its keys is not worth a mail and a code.
  if (keysFault !== null && !state.isPasswordRight) return ask(state, 'keys', keysFault)
  if (gates.requires_email)
    return state.isCodeRight
      ? refuse({ ...state, at: 'code' }, 'code', fault('downloadLinkNamed'))
      : ask(state, 'address')
  if (kind === 'upload') return ask(state, 'open')
  return wait({ ...state, at: at === 'keys' ? 'status' : at, failure: null }, 'keys')
}

/** Asks the server again, once a code was right or a gate is gone. */
function reopen(state: LinkState): LinkStep {
  if (state.isPasswordRight) return wait(state, 'password-again')
  return wait(state.kind === 'download' ? { ...state, at: 'status' } : state, 'status')
}

/** The attempt that an input is; an open download link may ask for its password again. */
function attemptAt({ at, kind }: LinkState): GateAttempt | null {
  if (at === 'password' || at === 'address' || at === 'code') return at
  return at === 'open' && kind === 'download' ? 'password' : null
}

const same = (state: LinkState): LinkStep => ({ state, call: null })

const rest = (state: LinkState): LinkStep => same({ ...state, gate: idleGateState })

const ask = (state: LinkState, at: LinkState['at'], failure: Fault | null = null): LinkStep =>
  rest({ ...state, at, failure })

const wait = (state: LinkState, call: LinkCall): LinkStep => ({
  state: { ...state, gate: { ...idleGateState, waiting: true } },
  call,
})

const refuse = (state: LinkState, attempt: GateAttempt, why: Fault): LinkStep =>
  same({ ...state, gate: { ...idleGateState, refused: { attempt, fault: why } } })

const failed = (state: LinkState, failure: Fault, isTemporary: boolean): LinkStep =>
  rest({ ...state, at: 'failed', failure, isTemporary })
