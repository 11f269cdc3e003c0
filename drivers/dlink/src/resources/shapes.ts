import type { ResultOf } from '@linecard/driver-kit'
import { percent } from '@linecard/driver-kit/builders'
import type { sysResources } from '@linecard/driver-kit/modules'

export type Resources = ResultOf<typeof sysResources>
export type Cpu = Resources['cpu']
export type Store = Resources['memory']
export type Fans = NonNullable<Resources['fans']>

/** Loads over the last 5 s, 1 min and 5 min, in percent. */
export interface Loads {
  sec5: number | null
  min1: number | null
  min5: number | null
}

/** The load is the value over one minute, because polling itself causes most of the load over 5 s. */
export const cpuOf = ({ sec5, min1, min5 }: Loads): Cpu => {
  const util = min1 ?? sec5 ?? min5
  return util === null ? null : { util, _util5sec: sec5, _util1min: min1, _util5min: min5, _cpu_count: null }
}

/** Memory from kilobytes. Some agents have only the percentage. */
export function storeOfKb(totalKb: number | null, usedKb: number | null, util: number | null): Store {
  if (totalKb === null || usedKb === null || totalKb <= 0)
    return util === null ? null : { util, _total: null, _used: null, _free: null }
  return {
    util: util ?? percent(usedKb, totalKb),
    _total: totalKb * 1024,
    _used: usedKb * 1024,
    _free: (totalKb - usedKb) * 1024,
  }
}

export const nothing: Resources = {
  cpu: null,
  memory: null,
  disk: null,
  interfaces: null,
  cards: null,
  fans: null,
}
