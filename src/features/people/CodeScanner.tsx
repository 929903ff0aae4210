import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { Banner } from '../../ui/messages/Banner.tsx'
import { scrollIntoViewRef } from '../../ui/hooks/scrollIntoViewRef.ts'

/** The part of `BarcodeDetector` that is used; TypeScript's DOM types lack it. */
interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}
type DetectorClass = new (options: { formats: string[] }) => Detector

const detectorClass = (): DetectorClass | undefined =>
  (window as Window & { BarcodeDetector?: DetectorClass }).BarcodeDetector

/** True if this browser can scan codes; otherwise they are pasted. */
export const canScan = (): boolean => detectorClass() !== undefined

const scanIntervalMs = 250

export function CodeScanner({ onFound, onClose }: { onFound: (text: string) => void; onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [isRefused, setRefused] = useState(false)
  const latestOnFound = useRef(onFound)
  useEffect(() => {
    latestOnFound.current = onFound
  })

  useEffect(() => {
    const BarcodeDetector = detectorClass()
    const element = video.current
    if (!BarcodeDetector || !element) return
    const detector = new BarcodeDetector({ formats: ['qr_code'] })
    const scan = { stream: null as MediaStream | null, isOver: false, timer: 0 }

    async function detect(videoElement: HTMLVideoElement) {
      const codes = await detector.detect(videoElement).catch(() => [])
      if (scan.isOver) return
      const [code] = codes
      if (code) latestOnFound.current(code.rawValue)
      else scan.timer = window.setTimeout(() => void detect(videoElement), scanIntervalMs)
    }
    async function begin(videoElement: HTMLVideoElement) {
      const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      scan.stream = stream
      if (scan.isOver) {
        stop()
        return
      }
      videoElement.srcObject = stream
      await videoElement.play()
      await detect(videoElement)
    }
    function stop() {
      scan.isOver = true
      window.clearTimeout(scan.timer)
      scan.stream?.getTracks().forEach((track) => track.stop())
    }
    begin(element).catch(() => !scan.isOver && setRefused(true))
    return stop
  }, [])

  return (
    <Container ref={scrollIntoViewRef}>
      {isRefused ? (
        <Banner severity="info">{t('people.noCamera')}</Banner>
      ) : (
        <video ref={video} muted playsInline aria-label={t('people.camera')} />
      )}
      <Button size="small" onClick={onClose}>
        {t('people.stopScanning')}
      </Button>
    </Container>
  )
}

const Container = styled('div')(({ theme: { vars, spacing } }) => ({
  display: 'grid',
  justifyItems: 'start',
  gap: spacing(1),
  '& > video': {
    width: '100%',
    // Reserve the height before the camera starts.
    aspectRatio: '4 / 3',
    maxHeight: 280,
    borderRadius: vars.shape.borderRadius,
    backgroundColor: vars.palette.action.disabledBackground,
  },
}))
