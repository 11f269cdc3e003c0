import { validator } from '@linecard/driver-kit/validation'
import type { Caller } from '@linecard/plugin-kit'
import { fail } from '../errors.ts'
import type { TemplateKind } from '../kind.ts'
import { membersOf } from './schemas.ts'

/** The members of a body that belong to the definition. */
export function definitionIn<D extends object>(kind: TemplateKind<D>, body: object): Partial<D> {
  const members = Object.keys(membersOf(kind.definition))
  return Object.fromEntries(Object.entries(body).filter(([key]) => members.includes(key))) as Partial<D>
}

/** @throws ApiError TEMPLATE_INVALID with each wrong member */
export async function assertDefinition<D extends object>(
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
export async function lookedAt<D extends object>(
  kind: TemplateKind<D>,
  body: { id?: number },
  caller: Caller,
): Promise<D> {
  const base = body.id === undefined ? kind.empty : (await kind.store.get(body.id)).definition
  const definition = { ...base, ...definitionIn(kind, body) }
  await assertDefinition(kind, definition, caller)
  return definition
}
