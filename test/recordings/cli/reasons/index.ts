import type { Differing, Reason } from './reason.ts'
import { tableReasons } from './tables.ts'
import { textReasons } from './texts.ts'

/** All reasons. The first that fits counts. */
export const reasons: readonly Reason[] = [...tableReasons, ...textReasons]

/** Id of the reason for a difference; null if there is none. */
export const reasonOf = (pair: Differing): string | null => reasons.find(({ fits }) => fits(pair))?.id ?? null
