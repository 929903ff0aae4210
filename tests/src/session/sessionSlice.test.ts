import { describe, expect, it } from 'vitest'
import {
  sessionCheckRefused,
  sessionCheckStarted,
  sessionCheckUnanswered,
  sessionExpired,
  sessionSlice,
  signedOut,
  userRecognised,
} from '../../../src/session/sessionSlice.ts'
import { fault } from '../../../core/faults/fault.ts'
import { userNamed } from './userNamed.ts'

const unanswered = fault('unanswered')

const user = userNamed('anna')
type SessionEvent = Parameters<typeof sessionSlice.reducer>[1]
const stateAfter = (...events: SessionEvent[]) =>
  events.reduce(sessionSlice.reducer, sessionSlice.reducer(undefined, { type: 'start' }))

describe('who is signed in', () => {
  it('is unknown until the server answers', () => {
    expect(stateAfter().status).toBe('unchecked')
    expect(stateAfter(sessionCheckStarted()).status).toBe('checking')
    expect(stateAfter(sessionCheckStarted(), userRecognised(user))).toEqual({ status: 'authenticated', user })
    expect(stateAfter(sessionCheckStarted(), sessionCheckRefused())).toMatchObject({
      status: 'anonymous',
      reason: 'never',
    })
  })
  it('is not changed by a missing answer, which can be asked for again', () => {
    const offline = stateAfter(
      sessionCheckStarted(),
      sessionCheckUnanswered({ fault: unanswered, offlineUser: null }),
    )
    expect(offline).toMatchObject({ status: 'offline', fault: unanswered })
    expect(sessionSlice.reducer(offline, sessionCheckStarted()).status).toBe('checking')
  })
  it('lets the reader of kept lists read on while it is asked again', () => {
    const offlineUser = { id: 1, username: 'admin' }
    const offline = stateAfter(
      sessionCheckStarted(),
      sessionCheckUnanswered({ fault: unanswered, offlineUser }),
    )
    expect(sessionSlice.reducer(offline, sessionCheckStarted())).toEqual({
      status: 'checking',
      user: null,
      offlineUser,
    })
    expect(
      stateAfter(
        sessionCheckStarted(),
        sessionCheckUnanswered({ fault: unanswered, offlineUser }),
        sessionCheckStarted(),
        sessionCheckRefused(),
      ),
    ).toEqual({
      status: 'anonymous',
      user: null,
      reason: 'never',
    })
  })
  it('is not changed by a refusal that arrives after the sign-in', () => {
    const signedIn = stateAfter(
      sessionCheckStarted(),
      userRecognised(user),
      sessionCheckRefused(),
      sessionCheckUnanswered({ fault: unanswered, offlineUser: null }),
    )
    expect(signedIn.status).toBe('authenticated')
  })
  it('ends by expiry or by sign-out, and remembers which came first', () => {
    expect(stateAfter(userRecognised(user), sessionExpired())).toMatchObject({
      reason: 'expired',
      user: null,
    })
    expect(stateAfter(userRecognised(user), signedOut(), sessionExpired())).toMatchObject({
      reason: 'signed-out',
    })
  })
})
