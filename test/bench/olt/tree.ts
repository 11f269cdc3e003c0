import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../kit/service.ts'

/** How long an answer takes, ms, and its size in octets. */
interface Measured {
  p50: number
  p99: number
  octets: number
}

async function measure(ask: () => Promise<Response>, times: number): Promise<Measured> {
  const spent: number[] = []
  let octets = 0
  for (let n = 0; n < times; n++) {
    const started = performance.now()
    const answer = await ask()
    const body = await answer.arrayBuffer()
    octets = body.byteLength
    spent.push(performance.now() - started)
    if (!answer.ok)
      throw new Error(`the tree: ${answer.status} ${Buffer.from(body).toString().slice(0, 300)}`)
  }
  const sorted = spent.toSorted((a, b) => a - b)
  return { p50: sorted[times >> 1]!, p99: sorted[Math.floor(times * 0.99)]!, octets }
}

/** Time to the first part of a stream, and to its end, ms. */
async function stream(ask: () => Promise<Response>): Promise<{ first: number; all: number; octets: number }> {
  const started = performance.now()
  const answer = await ask()
  let first = NaN
  let octets = 0
  let lines = 0
  for await (const part of answer.body!) {
    octets += part.length
    lines += Buffer.from(part).toString('latin1').split('\n').length - 1
    if (lines > 20 && Number.isNaN(first)) first = performance.now() - started
  }
  return { first, all: performance.now() - started, octets }
}

/** Waits until the jobs have stored all ONUs and read them once: `readings` modules of them. */
export async function untilStored(
  service: Service,
  device: number,
  onus: number,
  readings: readonly string[],
): Promise<void> {
  const until = performance.now() + 240_000
  for (let lacking = ['all']; lacking.length > 0; await sleep(250)) {
    const answer = await service.fetch('GET', `/component/olts/onts/${device}?from=store&limit=0`)
    const { meta } = (await answer.json()) as {
      meta: { total?: number; modules?: Record<string, { time: string | null }> } | null
    }
    lacking = [
      ...((meta?.total ?? 0) < onus ? [`${onus - (meta?.total ?? 0)} ONUs`] : []),
      ...readings.filter(module => !meta?.modules?.[module]?.time),
    ]
    if (lacking.length > 0 && performance.now() > until) throw new Error(`not stored: ${lacking}`)
  }
}

/** Reads the tree of the OLT from the store. */
export async function showTree(
  service: Service,
  device: number,
  title: string,
  repeats: number,
): Promise<Measured & { total: number }> {
  const path = `/component/olts/onts/${device}?from=store`
  console.log(`\n  ${title.padEnd(40)}   p50 ms   p99 ms     octets`)
  const shown: Measured[] = []
  for (const [name, query, times] of [
    ['cards and ports', '&limit=0', repeats],
    ['1000 ONUs (the default)', '', repeats],
    ['100 ONUs, sorted by light', '&limit=100&sort=rx', repeats],
    ['all ONUs', '&limit=65536', Math.ceil(repeats / 4)],
  ] as const) {
    const measured = await measure(() => service.fetch('GET', path + query), times)
    const { p50, p99, octets } = measured
    shown.push(measured)
    console.log(
      `  ${name.padEnd(40)}${p50.toFixed(0).padStart(9)}${p99.toFixed(0).padStart(9)}${String(octets).padStart(11)}`,
    )
  }
  const { first, all, octets } = await stream(() =>
    service.fetch('GET', `/component/olts/onts-stream/${device}?from=store&limit=65536`),
  )
  console.log(
    `  as a stream: first rows after ${first.toFixed(0)} ms, all after ${all.toFixed(0)} ms, ${octets} octets`,
  )
  const { meta } = (await (await service.fetch('GET', `${path}&limit=0`)).json()) as {
    meta: { total: number }
  }
  return { ...shown[1]!, total: meta.total }
}
