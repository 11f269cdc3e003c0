import { between, pick, random } from '../random.ts'
import { type Phase, timeline } from '../simulated/timeline.ts'
import { wander } from '../simulated/values.ts'
import { drawnMac, drawnSerial } from './idents.ts'
import type { Drop, DropReason, Onu, OnuState, PonPort } from './onu-state.ts'
import { type OnuType, commonTypes, typeNamed } from './onu-types.ts'

const minuteMs = 60_000
const keptDrops = 10

/** What is known about a new ONU. The rest is drawn from `seed`. */
export interface NewOnu {
  port: PonPort
  id: number
  seed: string
  /** Does nothing by itself: no random drops. */
  steady?: boolean
  types?: readonly OnuType[]
  /** For an ONU that is registered while the OLT runs. */
  fresh?: Partial<Pick<Onu, 'serial' | 'type' | 'name' | 'description' | 'password' | 'gone'>>
}

/** The states of an ONU over time: random drops, if it is not steady. */
const stateDraw =
  (isGone: () => boolean, steady: boolean, fresh: boolean) =>
  (previous: OnuState | undefined, roll: () => number): { state: OnuState; forMs: number } => {
    if (fresh && previous === undefined) return { state: 'Offline', forMs: Infinity }
    if (isGone()) return { state: 'LOS', forMs: Infinity }
    if (steady) return { state: 'Online', forMs: Infinity }
    if (previous !== 'Online' && (previous !== undefined || roll() < 0.9))
      return { state: 'Online', forMs: between(roll, 10 * minuteMs, 300 * minuteMs) }
    const dice = roll()
    return dice < 0.5
      ? { state: 'PowerOff', forMs: between(roll, 2 * minuteMs, 60 * minuteMs) }
      : dice < 0.85
        ? { state: 'LOS', forMs: between(roll, minuteMs, 25 * minuteMs) }
        : { state: 'Offline', forMs: between(roll, minuteMs, 6 * minuteMs) }
  }

/** Drops before the simulation began. */
function pastDrops(seed: string, startMs: number): Drop[] {
  const next = random(`${seed} past`)
  let at = startMs - between(next, 300, 3000) * minuteMs
  return Array.from({ length: between(next, 0, 3) }, () => {
    const downMs = at
    const upMs = downMs - between(next, 20, 9000) * minuteMs
    at = upMs - between(next, 1, 90) * minuteMs
    return { upMs, downMs, reason: pick(next, ['PowerOff', 'PowerOff', 'LOS', 'Offline'] as const) }
  })
}

/** An ONU; a few are lost for ever. A fresh one is offline until it is told to come up. */
export function createOnu(
  { port, id, seed, steady = false, types = commonTypes, fresh }: NewOnu,
  startMs: number,
): Onu {
  const next = random(seed)
  const drawnType = pick(next, types)
  const type = fresh?.type === undefined ? drawnType : typeNamed(fresh.type, types)
  const gone = next() < 0.07
  const distance = between(next, 120, 9800)
  const rxMiddle = -16 - (distance / 1000) * 0.35 - between(next, 0, 5)
  const light = {
    rx: wander(`${seed} rx`, rxMiddle, 0.6),
    tx: wander(`${seed} tx`, 2.2, 0.25),
    oltRx: wander(`${seed} olt rx`, rxMiddle - 1.8, 0.7),
  }
  const drops = fresh ? [] : pastDrops(seed, startMs)
  let made: Onu | undefined
  const onu: Onu = {
    port,
    id,
    type: type.name,
    ethernet: type.ethernet,
    serial: port.technology === 'epon' ? drawnMac(next) : drawnSerial(next, type),
    name: `ONU-${port.ifName.replace(/^\D+/, '')}:${id}`,
    description: `contract ${between(next, 10_000, 99_999)}`,
    password: '',
    profiles: { line: 'LINE-INTERNET', service: 'SRV-BRIDGE' },
    enabled: true,
    distance,
    state: timeline<OnuState>(
      startMs,
      `${seed} state`,
      stateDraw(() => made?.gone ?? gone, steady, fresh !== undefined),
      state => state === 'Online',
      (phase, before) => {
        if (before.state !== 'Online' || phase.state === 'Online') return
        drops.unshift({ upMs: before.sinceMs, downMs: phase.sinceMs, reason: phase.state })
        drops.length = Math.min(drops.length, keptDrops)
      },
    ),
    drops,
    registeredMs: fresh ? startMs : startMs - between(random(`${seed} age`), 1, 900) * 1440 * minuteMs,
    rx: now => light.rx(now) + drifted(onu, now),
    tx: light.tx,
    oltRx: now => light.oltRx(now) + drifted(onu, now),
    heat: wander(`${seed} heat`, 46, 6),
    volts: wander(`${seed} volts`, 3.28, 0.04),
    bias: wander(`${seed} bias`, 12, 2),
    drift: noDrift,
    rates: [between(next, 2_000, 60_000), between(next, 30_000, 800_000)],
    zero: [0, 0],
    gone,
    dark: false,
    cut: false,
    rogue: false,
    seed,
  }
  return (made = Object.assign(onu, fresh && { gone: false, ...fresh }))
}

export const noDrift: Onu['drift'] = { db: 0, fromMs: 0, overMs: 0 }
const drifted = ({ drift: { db, fromMs, overMs } }: Onu, now: number): number =>
  db === 0 ? 0 : overMs <= 0 ? db : db * Math.min(1, Math.max(0, (now - fromMs) / overMs))

/** When an ONU was last registered and last lost, as the OLT stores it. Undefined: never. */
export interface OnuHistory {
  onlineMs: number | undefined
  offlineMs: number | undefined
  reason: DropReason | undefined
}

export function historyOf(onu: Onu, now: number): OnuHistory {
  const phase = onu.state.at(now)
  const before = onu.state.before(now)
  const [online, offline]: (Phase<OnuState> | undefined)[] =
    phase.state === 'Online' ? [phase, before] : [before, phase]
  return {
    onlineMs: online?.sinceMs,
    offlineMs: offline?.sinceMs,
    reason: offline && offline.state !== 'Online' ? offline.state : undefined,
  }
}

export const isOnline = (onu: Onu, now: number): boolean => onu.state.at(now).state === 'Online'
/** Octets since the counters were cleared: 0 upstream, 1 downstream. */
export const onuOctets = (onu: Onu, direction: 0 | 1, now: number): number =>
  (onu.rates[direction] * onu.state.activeMs(now)) / 1000 - onu.zero[direction]
