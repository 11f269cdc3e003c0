import { assert, until } from '@linecard/test-kit'
import type { Client } from '../../support/client.ts'

/** A poll that somebody asked for, as the API tells it. */
export interface Run {
  id: string
  state: string
  result: string | null
  error: string | null
  progress: { done: number; total: number | null }
  started_at: string
  ended_at: string
  details: Readonly<
    Record<
      string,
      {
        result: string
        missing: { module: string; code: string | null }[]
        unstored: { component: string; description: string }[]
      }
    >
  >
}
export interface Chart {
  series: { labels: Readonly<Record<string, string>>; unit: string; points: [number, number | null][] }[]
  step: number
}
export interface Stored {
  id: number
  bind_key: string
  name: string
  comment: string
}

/** Polls a device now and waits for the end. `seen`: is told of each progress. */
export async function poll(
  admin: Client,
  id: number,
  pollers?: readonly string[],
  seen: (run: Run) => void = () => undefined,
): Promise<Run> {
  const asked = await admin.ask<Run>('POST', `/device/${id}/poll`, { body: pollers ? { pollers } : {} })
  assert.is(asked.status, 202, asked.text)
  return until(
    `the poll of device ${id} has ended`,
    async () => {
      const run = await admin.get<Run>(`/device/${id}/poll/${asked.data.id}`)
      seen(run)
      return run.state === 'done' ? run : null
    },
    { everyMs: 50 },
  )
}

/** Times between which all of a poll was read, ms since 1970. */
const timesOf = ({ started_at: start, ended_at: end }: Run) => [Date.parse(start), Date.parse(end)] as const

/**
 * What a counter that grew by `grown` between two polls can have for a rate in a second: the polls say
 * between which times they read, so this does not depend on how fast the machine is.
 */
export function boundsOf(before: Run, after: Run, grown: number): [least: number, most: number] {
  const [[from, until1], [from2, until2]] = [timesOf(before), timesOf(after)]
  // Values are stored with the 24 bits of a float, times in ms.
  return [
    (grown * 1000 * 0.999) / (until2 - from + 2),
    (grown * 1000 * 1.001) / Math.max(1, from2 - until1 - 2),
  ]
}

/** A chart of the finest step since a time, in ms since 1970. */
export const chart = (
  admin: Client,
  operation: string,
  query: Readonly<Record<string, string | number>>,
  since: number,
): Promise<Chart> =>
  admin.get<Chart>(`/component/metrics_wrapper/${operation}`, {
    start: Math.floor(since / 1000) - 10,
    // Values wait up to a second for others, and belong to the end of their step.
    end: Math.ceil(Date.now() / 1000) + 10,
    step: 10,
    limit: 1000,
    ...query,
  })

/** The values of one metric, without gaps, by interface (0: the device) and part. */
export function valuesOf({ series }: Chart, metric: string): Map<string, number[]> {
  return new Map(
    series
      .filter(({ labels }) => labels['metric'] === metric)
      .map(({ labels, points }) => [
        `${labels['interface_id'] ?? 0}${labels['part'] ? ` ${labels['part']}` : ''}`,
        points.flatMap(([, value]) => value ?? []),
      ]),
  )
}

export const stored = (admin: Client, id: number): Promise<Stored[]> =>
  admin.get<Stored[]>(`/device-interface/by-device/${id}`)
