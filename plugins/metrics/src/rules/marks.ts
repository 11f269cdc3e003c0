import type { Context, RuleFilter, TaggedPorts } from '@linecard/plugin-kit'
import type { Marked } from './chosen.ts'

/** Marked interfaces of one filter at most. */
export const maxMarked = 200_000

/** Null: the plugin does not run, so nothing has a mark. */
export function marksOf(ctx: Context): TaggedPorts | null {
  try {
    return ctx.use('interface-marks')
  } catch {
    return null
  }
}

/** Finds what filters need to know of marks: each set of tags once. */
export function createMarked(ctx: Context): (filter: RuleFilter) => Promise<Marked> {
  const marks = marksOf(ctx)
  const byTags = new Map<string, Promise<number[]>>()
  let favorites: Promise<number[]> | undefined
  return async ({ tags, favorite }) => {
    const nothing: Promise<number[]> = Promise.resolve([])
    if (!marks) return { tagged: [], favorites: [] }
    if (favorite !== undefined) favorites ??= marks.favorites(maxMarked)
    const key = JSON.stringify(tags?.toSorted())
    const tagged = tags ? (byTags.get(key) ?? marks.taggedAnywhere(tags, maxMarked)) : nothing
    if (tags) byTags.set(key, tagged)
    return { tagged: await tagged, favorites: favorite === undefined ? [] : await favorites! }
  }
}
