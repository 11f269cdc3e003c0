import type { Context, RuleFilter } from '@linecard/plugin-kit'
import type { Marked } from './chosen.ts'

/** Marked interfaces of one filter at most. */
export const maxMarked = 200_000

/** Finds what filters need to know of marks: each set of tags once. */
export function createMarked(ctx: Context): (filter: RuleFilter) => Promise<Marked> {
  const marks = ctx.find('interface-marks')
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
