/** A stored template of some kind, e.g. a macro. `D` is its definition. */
export interface Kept<D> {
  id: number
  /** Unique within its kind. */
  name: string
  definition: D
  /** Number of this version, from 1. Every save makes a new one. */
  version: number
  updated_at: Date
  /** Login of who saved it. */
  updated_by: string
}
