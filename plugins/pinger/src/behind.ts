import type { Context } from '@linecard/plugin-kit'

/** All that is reached by going on from one to the next, without the first. */
function closure(first: number, next: ReadonlyMap<number, readonly number[]>): number[] {
  const seen = new Set([first])
  for (const one of seen) for (const further of next.get(one) ?? []) seen.add(further)
  seen.delete(first)
  return [...seen]
}

/**
 * Of devices that are down, by device the others that cannot be reached because of it. Nothing is known
 * without links, or when they cannot be read: then each device stands for itself.
 */
export async function downBehind(
  ctx: Pick<Context, 'find' | 'log'>,
  down: readonly number[],
): Promise<(id: number) => readonly number[]> {
  const links = down.length > 1 ? ctx.find('links') : null
  if (!links) return () => []
  try {
    const below = new Map<number, number[]>()
    for (const [device, above] of await links.behind(down))
      for (const one of above) below.set(one, [...(below.get(one) ?? []), device])
    return id => closure(id, below)
  } catch (error) {
    ctx.log.warn({ err: error }, 'links cannot be read: devices that are down are told one by one')
    return () => []
  }
}
