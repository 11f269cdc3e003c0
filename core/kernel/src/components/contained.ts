/**
 * Runs a function of a plugin for a list that is made of all plugins. What it throws was charged to it when
 * it was entered, so here the others only go on without its part.
 */
export function contained<T>(work: () => T, instead: T): T {
  try {
    return work()
  } catch {
    return instead
  }
}
