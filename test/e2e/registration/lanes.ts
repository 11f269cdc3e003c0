import type { OltWorld } from '../olts/world.ts'
import type { MakerOlt } from './makers.ts'

/** The OLT has it in its prompt. */
const laneName = (name: string, lane: number) => `${name.replaceAll(/[^\w-]+/g, '-')}-${lane}`

/**
 * Each OLT, and others of its kind beside it: long work is done on all of them at once. Consoles wait, so they
 * share a core.
 */
export const withLanes = (olts: readonly MakerOlt[], lanes: number): Record<string, MakerOlt> =>
  Object.fromEntries(
    olts.flatMap(olt => Array.from({ length: lanes }, (_, lane) => [laneName(olt.name, lane), olt])),
  )

/** The OLTs of one kind. */
export const lanesOf = (worlds: ReadonlyMap<string, OltWorld>, name: string, lanes: number): OltWorld[] =>
  Array.from({ length: lanes }, (_, lane) => worlds.get(laneName(name, lane))!)
