import type { Gasps, OnuFact } from './facts.ts'
import { readingMs } from './times.ts'

/** The time between two polls that the figures are for, ms. */
const pollMs = 120_000
/**
 * What an explanation is worth before anything is seen, for one PON port and the time of one poll. Only their
 * proportions matter. They are estimates of what providers meet, not measured.
 */
export const priors = {
  branch: 4e-5,
  trunk: 1e-5,
  power: 8e-5,
  port: 1e-6,
  /** A cut and a power loss at once. */
  both: 1e-6,
  /** One ONU is lost by itself. */
  own: 1e-3,
} as const

/** One of the branches of a port; as if a port had so many. */
export const branches = 8
/** Any two ONUs of a port are so much more often lost by chance than two that hang on one branch. */
export const pairs = 40
/**
 * For how many times longer than between two polls nobody had looked when these were seen to be lost. Reading
 * takes time too: two readings after each other do not prove that all was lost between them.
 */
export const unseenPolls = (onus: readonly OnuFact[]): number =>
  Math.max(readingMs, ...onus.map(({ unseenMs }) => unseenMs ?? pollMs)) / pollMs
/** How far from each other ONUs of one cause are lost, ms. */
const scatter = 2_000
/**
 * How much less probable chance makes it than a common cause that one more ONU is lost within `spreadMs` of
 * the others, by the clock of the OLT.
 */
export const coincidence = (spreadMs: number, polls: number): number =>
  Math.min(1, (scatter / (polls * pollMs)) * Math.exp(spreadMs / scatter))
/** A power loss that takes all of a port: for a few ONUs, and for many. */
export const allWithoutPower = (onus: number): number => (onus <= 8 ? 0.3 : 0.08)

/** A gasp of an ONU whose fibre was cut, and none of a lost one that nobody unplugged. */
const falseGasp = 1e-5
/** Of single ONUs that are lost, so many gasp if their model does. */
const ownGasp = 0.6

/** A model gasps always or never, until it was seen otherwise. */
const before = 0.5

const logGamma = (x: number): number => {
  // Stirling's series, shifted up to where it is exact to 1e-10.
  let shift = 0
  let at = x
  for (; at < 8; at++) shift -= Math.log(at)
  const inverse = 1 / (at * at)
  const series = (1 / 12 - inverse * (1 / 360 - inverse / 1260)) / at
  return shift + (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + series
}
const logBeta = (a: number, b: number) => logGamma(a) + logGamma(b) - logGamma(a + b)

/** How probable it is that an ONU of this model gasps when its power goes. */
export const gaspShare = (known: Gasps | undefined): number =>
  (before + (known?.gasped ?? 0)) / (2 * before + (known?.gasped ?? 0) + (known?.silent ?? 0))

/** Known counts weigh no more than so many ONUs, because firmware changes. */
const mostKnown = 200
const scaled = ({ gasped, silent }: Gasps): Gasps => {
  const factor = Math.min(1, mostKnown / Math.max(1, gasped + silent))
  return { gasped: gasped * factor, silent: silent * factor }
}

/** An OLT of which no gasp was ever seen does not tell any: so probable, and so when one was seen. */
const [neverTells, tells] = [0.3, 0.001]

/** What is known of gasps. */
export interface Known {
  /** By model of ONU. */
  gasps: ReadonlyMap<string, Gasps>
  /** The OLT has told a gasp before, of any ONU. */
  told: boolean
}

/**
 * log P(these gasps | all of them lost their power). ONUs of one model are alike: they are not independent.
 */
export function logPower(onus: readonly OnuFact[], { gasps, told }: Known): number {
  let sum = 0
  for (const [model, same] of Map.groupBy(onus, one => one.model)) {
    const { gasped, silent } = scaled(gasps.get(model) ?? { gasped: 0, silent: 0 })
    const now = same.filter(({ reason }) => reason === 'gasp').length
    const [a, b] = [before + gasped, before + silent]
    sum += logBeta(a + now, b + same.length - now) - logBeta(a, b)
  }
  const mute = told ? tells : neverTells
  const silentAll = onus.every(({ reason }) => reason !== 'gasp') ? mute : 0
  return Math.log(silentAll + (1 - mute) * Math.exp(sum))
}

/** log P(these gasps | light was lost). */
export const logLight = (onus: readonly OnuFact[]): number =>
  onus.reduce((sum, { reason }) => sum + Math.log(reason === 'gasp' ? falseGasp : 1 - falseGasp), 0)

/** However long nobody looked, this share of ONUs is not lost by itself. */
const mostOwn = 0.2
/** log P(each of them was lost by itself in the time of so many polls). */
export const logOwn = (onus: readonly OnuFact[], { gasps }: Known, polls: number): number =>
  onus.reduce((sum, { reason, model }) => {
    const gasp = ownGasp * gaspShare(gasps.get(model))
    return (
      sum + Math.log(Math.min(mostOwn, priors.own * polls)) + Math.log(reason === 'gasp' ? gasp : 1 - gasp)
    )
  }, 0)

/** Shares of explanations from the logarithms of what they are worth. */
export function shares(logs: readonly number[]): number[] {
  const most = Math.max(...logs)
  const values = logs.map(log => Math.exp(log - most))
  const sum = values.reduce((all, value) => all + value, 0)
  return values.map(value => value / sum)
}
