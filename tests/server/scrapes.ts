import { expect, onTestFinished } from 'vitest'
import type { Services } from '../../server/context.ts'
import { createMetrics, type Metrics } from '../../server/prometheus/metrics.ts'
import { startTestServer, type TestServer } from './testServer.ts'

interface MeteredServer extends TestServer {
  /** Where it listens, as `listen` says it. */
  origin: string
  /** Where Prometheus asks. */
  figuresAt: string
  /** What stands there, read as Prometheus reads it, once all that was asked of the server is over. */
  scrape: () => Promise<Scrape>
}

/** A server that listens, with figures as `METRICS_PORT` gives it. */
export async function startMeteredServer(options: Partial<Services> = {}): Promise<MeteredServer> {
  let metrics: Metrics | undefined
  const server = await startTestServer({
    ...options,
    adapt: (services) => ({ ...services, meters: (metrics = createMetrics(services)).meters }),
  })
  if (metrics === undefined) throw new Error('The server was not adapted.')
  const figuresAt = await metrics.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => metrics?.close())
  return {
    ...server,
    origin: await server.listen(),
    figuresAt,
    async scrape() {
      // Whoever has read an answer may be faster than the server, which notes then that it is written.
      const underWay = async () => (await scrape(figuresAt)).value('sealpost_http_requests_in_progress')
      await expect.poll(underWay).toBe(0)
      return scrape(figuresAt)
    },
  }
}

export async function scrape(address: string): Promise<Scrape> {
  const reply = await fetch(address)
  const text = await reply.text()
  if (reply.status !== 200) throw new Error(`No figures: ${reply.status}`)
  return readScrape(text)
}

interface Scrape {
  text: string
  /** Types of the figures, by name. */
  types: ReadonlyMap<string, string>
  samples: readonly Sample[]
  /** Sum of the samples of that name whose labels have these values; undefined where there is none. */
  value: (name: string, labels?: Record<string, string>) => number | undefined
}

interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** The text format of Prometheus, 0.0.4. @throws where it is not that: nothing of the text is passed over */
function readScrape(text: string): Scrape {
  const types = new Map<string, string>()
  const samples: Sample[] = []
  const seen = new Set<string>()
  if (!text.endsWith('\n')) throw new Error('The last line does not end.')
  for (const line of text.split('\n')) {
    const type = /^# TYPE ([a-z_0-9]+) (counter|gauge|histogram|summary)$/.exec(line)
    if (type?.[1] !== undefined && type[2] !== undefined) {
      if (types.has(type[1])) throw new Error(`A figure twice: ${line}`)
      types.set(type[1], type[2])
      continue
    }
    if (line === '' || /^# HELP [a-z_0-9]+ .+$/.test(line)) continue
    const sample = readSample(line)
    const ofHistogram = sample.name.replace(/_(bucket|sum|count)$/, '')
    if (!types.has(sample.name) && types.get(ofHistogram) !== 'histogram')
      throw new Error(`A sample without a type: ${line}`)
    const series = line.slice(0, line.lastIndexOf(' '))
    if (seen.has(series)) throw new Error(`A series twice: ${line}`)
    seen.add(series)
    samples.push(sample)
  }
  return {
    text,
    types,
    samples,
    value(name, labels = {}) {
      const found = samples.filter(
        (one) =>
          one.name === name && Object.entries(labels).every(([label, text]) => one.labels[label] === text),
      )
      return found.length === 0 ? undefined : found.reduce((sum, one) => sum + one.value, 0)
    },
  }
}

function readSample(line: string): Sample {
  const [, name, list = '', number] = /^([a-z_0-9]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
  const value = number === '+Inf' ? Infinity : Number(number)
  // Go reads it in any case. Of the event loop's delay it means that there was no time to measure any.
  const isNumber = !Number.isNaN(value) || number?.toLowerCase() === 'nan'
  if (name === undefined || !isNumber) throw new Error(`Not a sample: ${line}`)
  const labels: Record<string, string> = {}
  const rest = list.replace(
    /([a-zA-Z_]+)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/g,
    (_all, label: string, text: string) => {
      labels[label] = text
      return ''
    },
  )
  if (rest !== '') throw new Error(`Labels that cannot be read: ${line}`)
  return { name, labels, value }
}
