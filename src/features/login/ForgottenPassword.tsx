import { styled } from '@mui/material/styles'
import { Disclosure } from '../../ui/Disclosure.tsx'

/** What is possible, and what is not. */
export const ForgottenPassword = () => (
  <Disclosure summary="Forgot your password?">
    <Text>
      <p>
        Ask whoever runs this server. Nobody knows your password, and no mail can bring it back; they can give
        you a new one, on the server’s command line:
      </p>
      <p>
        <code>npm run admin -- reset NAME</code>
      </p>
      <p>
        Sign in with it. Your private key is still sealed with the forgotten one, and one of these opens it
        afterwards:
      </p>
      <ul>
        <li>
          your <b>recovery code</b>, wherever the key is asked for;
        </li>
        <li>
          a <b>backup file</b>, with the password of the day it was made, in your profile;
        </li>
        <li>the forgotten password, should it come back to you, in your profile.</li>
      </ul>
      <p>
        With none of them, files that were sealed to this key stay closed for good. A new key pair opens only
        what is sent from then on.
      </p>
    </Text>
  </Disclosure>
)

const Text = styled('div')(({ theme: { vars, typography, spacing } }) => ({
  ...typography.body2,
  color: vars.palette.text.secondary,
  '& p, & ul': { margin: 0 },
  '& * + p, & * + ul': { marginTop: spacing(1) },
  '& ul': { paddingLeft: spacing(2.5) },
  '& b': { fontWeight: 560, color: vars.palette.text.primary },
  '& code': { ...typography.mono, color: vars.palette.text.primary, overflowWrap: 'anywhere' },
}))
