import { between, pick } from '@linecard/simulator'
import type { OnuFact, PortFact } from '../../src/judge/index.ts'

export type Dice = () => number

/** An ONU of a drawn network, and what happens to it. */
export interface Drawn {
  /** What never changes. */
  fact: Pick<OnuFact, 'id' | 'port' | 'model'>
  dimmed: number | null
  reason: OnuFact['reason']
  /** It gasps when its power goes. */
  willing: boolean
  /** When it is lost and comes back, ms; null: it is not. */
  fellMs: number | null
  backMs: number | null
}

export interface Network {
  cards: readonly string[]
  ports: readonly PortFact[]
  onus: readonly Drawn[]
  /** The true share of the ONUs of each model that gasp. */
  gasping: ReadonlyMap<string, number>
}

const models = ['F601', 'F660', 'HG8310M', 'EG8145V5'] as const

/** How many ONUs of each model gasp: all alike, or some models never and the others always. */
function gaspingOf(dice: Dice, gasps: number): ReadonlyMap<string, number> {
  const alike = dice() < 0.5
  return new Map(models.map(model => [model, alike ? gasps : dice() < gasps ? 0.97 : 0.02]))
}

/** Draws an OLT. `leastCards`: so many cards at least. */
export function networkOf(dice: Dice, gasps: number, leastCards: number): Network {
  const cards = Array.from({ length: between(dice, leastCards, 4) }, (_, at) => `gpon_1/${at + 1}`)
  const perCard = between(dice, 2, 8)
  const gasping = gaspingOf(dice, gasps)
  let id = 1
  const ports = cards.flatMap(card =>
    Array.from({ length: perCard }, (_, at): PortFact => {
      const name = `${card}/${at + 1}`
      return { key: name, id: id++, name, card, up: true, disabled: false, sends: null }
    }),
  )
  const onus = ports.flatMap((port, at) =>
    Array.from({ length: at > 1 && dice() < 0.15 ? 0 : between(dice, 3, 40) }, (): Drawn => {
      const model = pick(dice, models)
      return {
        fact: { id: id++, port: port.key, model },
        dimmed: dice() < 0.7 ? Math.round((dice() - 0.5) * 10) / 10 : null,
        reason: 'none',
        willing: dice() < gasping.get(model)!,
        fellMs: null,
        backMs: null,
      }
    }),
  )
  return { cards, ports, onus, gasping }
}

/** A part of a port that hangs on one splitter or in one street, in the order of the ONUs. */
export function partOf<T>(dice: Dice, all: readonly T[]): T[] {
  const size = Math.max(2, Math.min(all.length - 1, between(dice, 2, 16)))
  const from = between(dice, 0, Math.max(0, all.length - size))
  return all.slice(from, from + size)
}
