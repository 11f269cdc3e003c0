import type { Implementation } from '../contract/implementation.ts'

/** The implementations of the standard MIBs, by the name of their module, in the order of their worth. */
export const standardSources: ReadonlyMap<string, readonly Implementation[]> = new Map()
