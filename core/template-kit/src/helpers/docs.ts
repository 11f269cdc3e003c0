import type { HelperDoc } from '../contract/helper.ts'
import { allHelpers } from './index.ts'

/** The helpers as an editor offers them. */
export const helpers: readonly HelperDoc[] = allHelpers.map(
  ({ name, group, usage, summary, example, least, most }) => ({
    name,
    group,
    usage,
    summary,
    example,
    least,
    most,
  }),
)
