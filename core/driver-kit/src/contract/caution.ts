import type { Module } from './module.ts'

/**
 * Reading modules of which a model is to be spared: they load its processor, or its answer is wrong. People
 * may ask for them, and switch them on for a model or a device; they are warned with the reason.
 */
export interface Caution {
  modules: readonly Pick<Module, 'name'>[]
  /** What happens to the device, for whom it was seen, and where that is told. One or two sentences. */
  reason: string
  /** Pollers ask for them at most so often, seconds. Absent: they do not ask at all. */
  everySec?: number
}

interface Cautious {
  cautions?: readonly Caution[]
  family: { cautions?: readonly Caution[] }
}

/** The cautions of a model by the names of the modules: those of its family, replaced by its own. */
export const cautionsOf = ({ cautions = [], family }: Cautious): ReadonlyMap<string, Caution> =>
  new Map(
    [...(family.cautions ?? []), ...cautions].flatMap(caution =>
      caution.modules.map(({ name }) => [name, caution] as const),
    ),
  )
