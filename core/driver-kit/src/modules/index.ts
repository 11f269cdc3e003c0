import type { Module } from '../contract/module.ts'
import * as all from './all.ts'

export * from './all.ts'
export * from './shapes.ts'
export * from './arguments.ts'
export * from './change.ts'
export { neighbourProtocols, type NeighbourProtocol } from './lldp-info.ts'
export { type CommandItem } from './console-command.ts'
export { noProfiles } from './pon-profiles.ts'
export { pairStates, type PairState } from './cable-diag.ts'

/** Every module of the kit by its name. It does not include a vendor's own modules (`<driver>.<name>`). */
export const catalogue: ReadonlyMap<string, Module> = new Map(
  Object.values(all).map((module: Module) => [module.name, module]),
)
