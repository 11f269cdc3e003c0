import { between, pick } from '@linecard/simulator'
import type { Kind, PortFact } from '../../src/judge/index.ts'
import { partOf, type Dice, type Drawn, type Network } from './network.ts'

/** What happens in a scene. `nothing`: only single customers unplug their ONUs. */
export const happenings = [
  'trunk',
  'branch',
  'cable',
  'street',
  'district',
  'port',
  'card',
  'olt',
  'restart',
  'uplink',
  'cut and street',
  'nothing',
] as const
export type Happening = (typeof happenings)[number]

/** An outage that is to be told. */
export interface Truth {
  kind: Exclude<Kind, 'undetermined'>
  /** Ids of the ONUs that it took; empty: nothing is known of them while it lasts. */
  members: ReadonlySet<number>
}

/** When what happens, ms since 1970. */
export interface Times {
  fell: number
  repaired: number
}

export interface Happened {
  truths: readonly Truth[]
  /** The port that it is about, or one of them. */
  target: PortFact
  /** Ports of which nothing is left. */
  dead: readonly PortFact[]
}

/** Lets it happen to the ONUs of a network. */
export function happen(dice: Dice, { ports, onus }: Network, happening: Happening, times: Times): Happened {
  const { fell, repaired } = times
  const at = (port: PortFact) => onus.filter(({ fact }) => fact.port === port.key)
  const filled = ports.filter(port => at(port).length >= 3)
  const target = pick(dice, filled)
  const dead: PortFact[] = []
  const splice = () => repaired + 2_000 + dice() * 4_000
  const boot = () => repaired + 40_000 + dice() * 70_000

  const dark = (some: readonly Drawn[], when = fell) => {
    for (const one of some) {
      one.fellMs = when + dice() * 600
      one.reason = dice() < 0.9 ? 'los' : 'none'
      one.backMs = splice()
    }
    return some
  }
  const powerless = (some: readonly Drawn[], when = fell) => {
    for (const one of some) {
      one.fellMs = when + dice() * (one.willing ? 1_500 : 4_000)
      one.reason = one.willing ? 'gasp' : dice() < 0.9 ? 'los' : 'none'
      one.backMs = boot()
    }
    return some
  }
  const deadPorts = (some: readonly PortFact[]) => {
    dead.push(...some)
    return some.flatMap(port => dark(at(port)))
  }
  const truth = (kind: Truth['kind'], some: readonly Drawn[]): Truth => ({
    kind,
    members: new Set(some.map(({ fact }) => fact.id)),
  })

  const acts: Readonly<Record<Happening, () => readonly Truth[]>> = {
    trunk: () => [truth('fibre_cut', deadPorts([target]))],
    branch() {
      const part = dark(partOf(dice, at(target)))
      if (dice() < 0.3) for (const one of part) one.dimmed = -2 - dice() * 3
      return [truth('fibre_cut', part)]
    },
    cable: () => [truth('fibre_cut', deadPorts(filled.slice(0, 3)))],
    street: () => [truth('power_loss', powerless(partOf(dice, at(target))))],
    district() {
      const some = filled.slice(0, between(dice, 2, 5))
      return [
        truth(
          'power_loss',
          some.flatMap(port => powerless(partOf(dice, at(port)))),
        ),
      ]
    },
    port: () => [truth('pon_port', deadPorts([target]))],
    card: () => [truth('card', deadPorts(ports.filter(({ card }) => card === target.card)))],
    olt: () => [truth('olt', [])],
    restart() {
      // It boots, and registers its ONUs one after the other. It does not know what it had before.
      for (const one of onus)
        Object.assign(one, { fellMs: fell, reason: 'none', backMs: repaired + 10_000 + dice() * 50_000 })
      return [truth('olt', [])]
    },
    uplink: () => [truth('uplink', [])],
    'cut and street'() {
      // A digger and a transformer in the same minutes, at two ports or at two ends of one.
      const other = filled.find(port => port !== target)
      const later = fell + (dice() - 0.5) * 60_000
      if (other && dice() < 0.75)
        return [
          truth('fibre_cut', deadPorts([target])),
          truth('power_loss', powerless(partOf(dice, at(other)), later)),
        ]
      const all = at(target)
      const middle = Math.floor(all.length / 2)
      return [
        truth('fibre_cut', dark(all.slice(0, middle))),
        truth('power_loss', powerless(all.slice(middle, -1), later)),
      ]
    },
    nothing: () => [],
  }
  return { truths: acts[happening](), target, dead }
}

/** Customers who unplug their ONU in the same minutes, and ONUs that have been away for long. */
export function unplug(dice: Dice, { onus }: Network, target: PortFact, times: Times, now: number): void {
  const rest = onus.filter(one => one.fellMs === null)
  const reason = (one: Drawn) => (one.willing && dice() < 0.7 ? 'gasp' : 'los')
  for (let count = between(dice, 0, 2); count > 0 && rest.length > 0; count--) {
    const near = rest.filter(({ fact }) => fact.port === target.key && dice() < 0.5)
    const one = pick(dice, near.length > 0 ? near : rest)
    const fellMs = times.fell + (dice() - 0.5) * 100_000
    Object.assign(one, { fellMs, reason: reason(one), backMs: times.repaired + 3_600_000 })
  }
  for (const one of rest)
    if (one.fellMs === null && dice() < 0.05)
      Object.assign(one, { fellMs: now - 86_400_000, reason: reason(one) })
}
