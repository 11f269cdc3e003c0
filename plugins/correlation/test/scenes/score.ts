import type { Kind, Verdict } from '../../src/judge/index.ts'
import type { Truth } from './happen.ts'
import { sceneOf, pollMs, type Scene, type SceneOptions } from './generate.ts'
import { liveThrough, type Told } from './live.ts'

/** How outages of one kind fared. */
export interface Score {
  /** Outages that happened. */
  outages: number
  /** Told while they lasted, with more than half of their ONUs. */
  found: number
  undetermined: number
  /** Verdicts of this kind, and those that are right. */
  told: number
  right: number
  /** More pieces of an outage that was told already. */
  pieces: number
  /** Opened by the second poll that came through. */
  inTime: number
  neverClosed: number
  members: { right: number; wrong: number; missed: number }
}

const newScore = (): Score => ({
  outages: 0,
  found: 0,
  undetermined: 0,
  told: 0,
  right: 0,
  pieces: 0,
  inTime: 0,
  neverClosed: 0,
  members: { right: 0, wrong: 0, missed: 0 },
})

const inCommon = ({ members }: Verdict, truth: Truth) => members.filter(id => truth.members.has(id)).length

/** Most of the verdict is about this outage. */
const isAbout = (verdict: Verdict, truth: Truth): boolean =>
  truth.members.size === 0 || inCommon(verdict, truth) * 2 >= Math.max(1, verdict.members.length)

/** `lasting`: as it was told before the first ONU came back; `last`: after the review. */
export type When = 'lasting' | 'last'
export type Scores = ReadonlyMap<Kind, Score>
type Note = (seed: string, scene: Scene, told: readonly Told[]) => void

/** The verdicts of many scenes against what happened. */
export function scoreOf(seeds: readonly string[], how: SceneOptions, when: When, note?: Note): Scores {
  const scores = new Map<Kind, Score>()
  const of = (kind: Kind) => scores.get(kind) ?? scores.set(kind, newScore()).get(kind)!
  for (const seed of seeds) {
    const scene = sceneOf(seed, how)
    const told = liveThrough(scene)
    note?.(seed, scene, told)
    const second = scene.readings.find(at => at >= scene.readings[0]! + pollMs) ?? Infinity
    for (const one of told) {
      const own = of(one[when].kind)
      own.told++
      own.neverClosed += one.endedAt === null ? 1 : 0
    }
    for (const truth of scene.truths) {
      const own = of(truth.kind)
      own.outages++
      const about = told
        .filter(one => isAbout(one[when], truth))
        .toSorted((a, b) => inCommon(b[when], truth) - inCommon(a[when], truth))
      const same = about.filter(one => one[when].kind === truth.kind)
      const [best] = same
      if (!best || inCommon(best[when], truth) * 2 < truth.members.size) {
        own.undetermined += about.some(one => one[when].kind === 'undetermined') ? 1 : 0
        continue
      }
      own.found++
      own.right++
      own.pieces += same.length - 1
      own.inTime += best.openedAt <= second + pollMs / 2 ? 1 : 0
      if (truth.members.size === 0) continue
      const right = inCommon(best[when], truth)
      own.members.right += right
      own.members.wrong += best[when].members.length - right
      own.members.missed += truth.members.size - right
    }
  }
  return scores
}

/** The scores as a printed table. */
export function tableOf(scores: Scores): Record<string, object> {
  const percent = (part: number, all: number) => (all === 0 ? '' : `${Math.round((100 * part) / all)} %`)
  return Object.fromEntries(
    [...scores]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([kind, one]) => [
        kind,
        {
          outages: one.outages,
          recall: percent(one.found, one.outages),
          undetermined: percent(one.undetermined, one.outages),
          verdicts: one.told,
          precision: percent(one.right, kind === 'undetermined' ? 0 : one.told),
          pieces: one.pieces,
          'within 2 polls': percent(one.inTime, one.found),
          'never closed': one.neverClosed,
          'ONUs right': one.members.right,
          wrong: one.members.wrong,
          missed: one.members.missed,
        },
      ]),
  )
}
