/** Counts of one component, some of them by type. */
export type Usage = Readonly<Record<string, number | Readonly<Record<string, number>>>>
