import type { Caller } from '@linecard/plugin-kit'
import { fail } from '../../errors.ts'
import type { Inventory } from '../../inventory.ts'
import type { Layout } from './columns.ts'
import type { Outcome } from './outcome.ts'
import type { Profile } from './known-profiles.ts'
import type { Profiles } from './profiles.ts'
import type { References } from './references.ts'
import type { Entry } from './row.ts'

/** What is needed to examine lines. */
export interface Examining {
  inventory: Pick<Inventory, 'ctx'>
  importId: number
  caller: Caller
  layout: Layout
  references: References
  profiles: Profiles
  update: boolean
  signal: AbortSignal
  /** Called as each line is settled. */
  settled(): void
}

function profileOf({ profiles }: Pick<Examining, 'profiles'>, { access, secrets }: Entry): Profile | null {
  if (access === null) return profiles.of(secrets)
  const named = profiles.named(access)
  if (!named) throw fail('INVENTORY_ROW_ACCESS')
  return named
}

/** The change that a line requests. @throws ApiError for an unknown model, profile or group */
export function planOf(
  tools: Pick<Examining, 'references' | 'profiles'>,
  entry: Entry,
  known: boolean,
): NonNullable<Outcome['plan']> {
  const { references } = tools
  const plan = {
    entry,
    modelId: references.model(entry.model),
    groupId: known && entry.group === null ? null : references.group(entry.group),
    profile: profileOf(tools, entry),
  }
  if (!known && plan.modelId === null && !plan.profile) throw fail('INVENTORY_ROW_ACCESS_MISSING')
  return plan
}
