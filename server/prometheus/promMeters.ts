import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { refusalReason } from '../metrics/requestLabels.ts'
import type { Meters } from '../metrics/meters.ts'

/** Buckets in seconds: calls take milliseconds, a large part over a slow connection takes minutes. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

/** Creates the counters of this instance in `registry`; see [Note: Scope of metrics]. */
export function createPromMeters(registry: Registry): Meters {
  const registers = [registry]
  const requests = new Histogram({
    name: 'sealpost_http_request_duration_seconds',
    help: 'Requests by how long they took until their answer was written; status "cut": the connection ended before.',
    labelNames: ['kind', 'route', 'method', 'status'],
    buckets,
    registers,
  })
  const inProgress = new Gauge({
    name: 'sealpost_http_requests_in_progress',
    help: 'Requests that are being answered; of kind "upload" and "download" those with bytes of files.',
    labelNames: ['kind'],
    registers,
  })
  const received = new Counter({
    name: 'sealpost_received_bytes_total',
    help: 'Encrypted bytes of files that came from visitors, those that went straight to the store left out.',
    registers,
  })
  const sent = new Counter({
    name: 'sealpost_sent_bytes_total',
    help: 'Encrypted bytes of files that were handed to the network.',
    registers,
  })
  const parts = new Counter({
    name: 'sealpost_parts_stored_total',
    help: 'Parts of large files that were stored, those that went straight to the store left out.',
    registers,
  })
  const confirmed = new Counter({
    name: 'sealpost_files_confirmed_total',
    help: 'Uploaded files that came into a folder.',
    registers,
  })
  const delivered = new Counter({
    name: 'sealpost_downloads_completed_total',
    help: 'Files that were written to their last byte, to those who open the folder or through a link.',
    labelNames: ['to'],
    registers,
  })
  const refused = new Counter({
    name: 'sealpost_refusals_total',
    help: 'Requests that a rate limit, a lack of room, a gate of a link or a sign-in refused.',
    labelNames: ['reason'],
    registers,
  })
  const sweeps = new Counter({
    name: 'sealpost_sweeps_total',
    help: 'Sweeps that this instance has done, and that failed.',
    labelNames: ['outcome'],
    registers,
  })
  const sweepSeconds = new Gauge({
    name: 'sealpost_sweep_duration_seconds',
    help: 'How long the last sweep of this instance took.',
    registers,
  })
  const removed = new Counter({
    name: 'sealpost_sweep_removed_total',
    help: 'What sweeps of this instance have removed.',
    labelNames: ['kind'],
    registers,
  })
  // Start series at 0, so that `rate()` sees the first event.
  for (const kind of ['upload', 'download', 'call', 'health', 'page']) inProgress.set({ kind }, 0)
  for (const to of ['owner', 'link']) delivered.inc({ to }, 0)
  for (const reason of ['too_many', 'no_room', 'gate', 'sign_in']) refused.inc({ reason }, 0)
  for (const outcome of ['done', 'failed']) sweeps.inc({ outcome }, 0)

  return {
    requestBegun(request) {
      const { kind, route, method, call } = request
      inProgress.inc({ kind })
      return ({ status, seconds }) => {
        inProgress.dec({ kind })
        requests.observe({ kind, route, method, status: status ?? 'cut' }, seconds)
        if (status === undefined) return
        if (call === 'putPart' && status < 300) parts.inc()
        const reason = refusalReason(request, status)
        if (reason !== undefined) refused.inc({ reason })
      }
    },
    bytesReceived: (bytes) => received.inc(bytes),
    bytesSent: (bytes) => sent.inc(bytes),
    filesConfirmed: (files) => confirmed.inc(files),
    downloadCompleted: (to) => delivered.inc({ to }),
    sweepEnded(counts, seconds) {
      sweepSeconds.set(seconds)
      sweeps.inc({ outcome: counts === undefined ? 'failed' : 'done' })
      for (const [kind, count] of Object.entries(counts ?? {})) removed.inc({ kind }, count)
    },
  }
}
