import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'

/** Beyond these the differences are not told line by line. Time in ms. */
const limits = { timeout: 300, maxEditLength: 5000 }

/**
 * The unified difference of two texts with three lines of context, empty for equal texts. Null: the two
 * differ too much.
 */
export function unifiedDiff(
  name: string,
  [before, after]: readonly [string, string],
  labels: readonly [string | undefined, string | undefined] = [undefined, undefined],
): string | null {
  if (before === after) return ''
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY, ...limits }
  return createTwoFilesPatch(name, name, before, after, ...labels, options) ?? null
}
