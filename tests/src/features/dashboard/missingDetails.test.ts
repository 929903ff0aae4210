import { expect, it } from 'vitest'
import { missingDetails } from '../../../../src/features/dashboard/missingDetails.ts'

const named = { display_name: 'Anna Berg', email_confirmed: true }

it.each([
  ['nothing of a person with name and confirmed address', named, true, [false, false]],
  ['the name', { ...named, display_name: null }, true, [false, true]],
  ['the address until it is confirmed', { ...named, email_confirmed: false }, true, [true, true]],
  ['no address where no mails are sent', { ...named, email_confirmed: false }, false, [false, false]],
  ['the name where no mails are sent', { display_name: null, email_confirmed: false }, false, [false, true]],
])('asks for %s', (_, user, sendsMail, [lacksAddress, lacksAny]) => {
  expect(missingDetails(user, sendsMail)).toEqual({ lacksAddress, lacksAny })
})
