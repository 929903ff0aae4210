import { join } from 'node:path'
import { expect, it } from 'vitest'
import { stateDirectory } from '../../cli/platform/stateDirectory.ts'

it.each([
  ['linux', {}, '/home/ada/.local/state'],
  ['linux', { XDG_STATE_HOME: '/var/ada' }, '/var/ada'],
  ['linux', { XDG_STATE_HOME: 'relative' }, '/home/ada/.local/state'],
  ['darwin', {}, '/home/ada/Library/Application Support'],
  [
    'win32',
    { LOCALAPPDATA: 'C:/Users/ada/AppData/Local', XDG_STATE_HOME: '/x' },
    'C:/Users/ada/AppData/Local',
  ],
  ['win32', { LOCALAPPDATA: '' }, '/home/ada/AppData/Local'],
  ['win32', { LOCALAPPDATA: 'relative' }, '/home/ada/AppData/Local'],
] as const)('what is remembered on %s with %j lies in %s', (platform, env, state) => {
  expect(stateDirectory('uploads', env, { platform, home: '/home/ada' })).toBe(
    join(state, 'sealpost', 'uploads'),
  )
})
