import { useState } from 'react'
import { callApi } from '../../api/client.ts'
import { faultOf } from '../../../core/faults/faultOf.ts'
import { useAppDispatch, useAppSelector } from '../../store/hooks.ts'
import { rich } from '../../i18n/rich.ts'
import { getLanguage } from '../../../i18n/language.ts'
import { t } from '../../../i18n/t.ts'
import { CodeStep, EmailStep } from '../../ui/gates/EmailGate.tsx'
import { type GateState, idleGateState, type GateRefusal } from '../../ui/gates/gateState.ts'
import { selectDownloadPage } from './downloadPageSlice.ts'
import { openAfterEmailGate } from './openLink.ts'

/** The gate of a link for named people: an e-mail address, and the code sent to it. */
export function NamedPeopleGate() {
  const dispatch = useAppDispatch()
  const { linkToken } = useAppSelector(selectDownloadPage)
  const params = { link_token: linkToken }
  const [email, setEmail] = useState('')
  const [isAtCode, setAtCode] = useState(false)
  const { gate, setGate, attempt } = useGate()

  const requestCode = (address: string) =>
    callApi('requestDownloadCode', { params, body: { email: address, language: getLanguage() } })

  if (!isAtCode) {
    return (
      <EmailStep
        gate={gate}
        text={t('download.namedText')}
        onSubmit={(address) =>
          void attempt('address', async () => {
            await requestCode(address)
            setEmail(address)
            setAtCode(true)
            return {}
          })
        }
      />
    )
  }
  return (
    <CodeStep
      gate={gate}
      text={rich('download.enterCodeText', { email })}
      sentText={t('download.codeSent')}
      onSubmit={(verification_code) =>
        void attempt('code', async () => {
          await callApi('verifyDownloadCode', { params, body: { email, verification_code } })
          await dispatch(openAfterEmailGate())
          return {}
        })
      }
      onResend={() =>
        void attempt('code-again', async () => {
          await requestCode(email)
          return { notice: true }
        })
      }
      onChangeEmail={() => {
        setAtCode(false)
        setGate(idleGateState)
      }}
      onNoticeExpired={() => setGate((before) => ({ ...before, notice: false }))}
    />
  )
}

/** `attempt` makes a request of the gate, which resolves to what differs from an idle gate. */
function useGate() {
  const [gate, setGate] = useState<GateState>(idleGateState)
  async function attempt(attempted: GateRefusal['attempt'], request: () => Promise<Partial<GateState>>) {
    setGate({ ...idleGateState, waiting: true })
    try {
      setGate({ ...idleGateState, ...(await request()) })
    } catch (error) {
      setGate({ ...idleGateState, refused: { attempt: attempted, fault: faultOf(error) } })
    }
  }
  return { gate, setGate, attempt }
}
