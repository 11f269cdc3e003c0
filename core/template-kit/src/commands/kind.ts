import type { Layout } from '../control/folder.ts'

/** A kind of template for the command line: its folders, and the API that stores it. */
export interface CommandKind {
  /** What one is called, e.g. `macro`, and several. */
  noun: string
  plural: string
  /** Path of its control operations, e.g. `/component/macros-control`. */
  path: `/component/${string}`
  layout: Layout
}
