import { validator } from '@linecard/driver-kit/validation'
import type { Caller } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import type { Grouped } from '../groups.ts'
import type { TemplateKind } from '../kind.ts'
import { membersOf } from './schemas.ts'

/** The members of a body that belong to the definition. No groups are the same as an empty list. */
export function definitionIn<D extends Grouped>(kind: TemplateKind<D>, body: object): Partial<D> {
  const members = Object.keys(membersOf(kind.definition))
  const own = Object.entries(body).filter(([key]) => members.includes(key))
  return Object.fromEntries(
    own.map(([key, value]) => [key, key === 'group_ids' ? (value ?? []) : value]),
  ) as Partial<D>
}

/** @throws ApiError TEMPLATE_INVALID with each wrong member */
export async function assertDefinition<D extends Grouped>(
  kind: TemplateKind<D>,
  definition: D,
  caller: Caller,
): Promise<void> {
  const wrong = validator(kind.definition)(definition)
  if (wrong.length > 0)
    throw fail(
      'TEMPLATE_INVALID',
      {
        what: wrong
          .map(({ path, message }) => `${path} ${message}`)
          .slice(0, 5)
          .join('; '),
      },
      wrong.map(one => ({ ...one })),
    )
  await kind.assertGood?.(definition, caller)
}

/**
 * What is to be looked at: a stored template with the members of the body in place of its own, or only these.
 * @throws ApiError TEMPLATE_UNKNOWN, TEMPLATE_INVALID
 */
export async function lookedAt<D extends Grouped>(
  kind: TemplateKind<D>,
  body: { id?: number },
  caller: Caller,
): Promise<D> {
  const base = body.id === undefined ? kind.empty : (await kind.store.get(body.id, caller)).definition
  const definition = { ...base, ...definitionIn(kind, body) }
  await assertDefinition(kind, definition, caller)
  return definition
}
