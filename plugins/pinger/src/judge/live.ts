/** Echoes of some time: numbers, and round trip in ms. */
export interface Tally {
  sent: number
  lost: number
  min: number
  max: number
  sum: number
}
const empty = (): Tally => ({ sent: 0, lost: 0, min: Infinity, max: 0, sum: 0 })

/** Loss and round trip are shown of so many minutes. */
const minutes = 5
const minuteMs = 60_000

/** The echoes of one device: minute by minute for what is shown now, and since the last sample. */
export interface Live {
  /** [start of the minute in minutes since 1970, its echoes] */
  recent: [minute: number, tally: Tally][]
  sample: Tally
}
export const newLive = (): Live => ({ recent: [], sample: empty() })

function add(tally: Tally, ms: number | null): void {
  tally.sent++
  if (ms === null) tally.lost++
  else {
    tally.min = Math.min(tally.min, ms)
    tally.max = Math.max(tally.max, ms)
    tally.sum += ms
  }
}

export function count(live: Live, ms: number | null, time: number): void {
  const minute = Math.floor(time / minuteMs)
  let last = live.recent.at(-1)
  if (last?.[0] !== minute) {
    last = [minute, empty()]
    live.recent.push(last)
    while (live.recent.length > minutes + 1) live.recent.shift()
  }
  add(last[1], ms)
  add(live.sample, ms)
}

/** The echoes of the last five minutes; null: there were none. */
export function recentOf(live: Live, time: number): Tally | null {
  const since = Math.floor(time / minuteMs) - minutes
  const all = empty()
  for (const [minute, tally] of live.recent) {
    if (minute < since) continue
    all.sent += tally.sent
    all.lost += tally.lost
    all.min = Math.min(all.min, tally.min)
    all.max = Math.max(all.max, tally.max)
    all.sum += tally.sum
  }
  return all.sent === 0 ? null : all
}

/** The echoes since the last call; null: there were none. */
export function takeSample(live: Live): Tally | null {
  const { sample } = live
  if (sample.sent === 0) return null
  live.sample = empty()
  return sample
}
