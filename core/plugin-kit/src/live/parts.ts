import type { Missing } from '@linecard/driver-kit'
import { Type as T, type Static } from 'typebox'
import type { Source } from '../services/index.ts'
import { closedObject, nullable } from '../shapes.ts'

/** Query parameter `from` of operations that ask a device. */
export const sources = T.Enum(['device', 'cache', 'store'], {
  description:
    'device: ask the device; cache: a stored answer, or the device if the answer is absent or outdated; ' +
    'store: only a stored answer',
})

/** In `meta`: whether the device was asked more slowly than it answers. */
export const SlowedMeta = nullable(
  closedObject(
    {
      reason: T.Enum(['rate', 'answers', 'cpu'], {
        description:
          'rate: the most requests a second of the setting. answers: its answers became slower. ' +
          'cpu: its processor is busy',
      }),
      waited_ms: T.Integer({ minimum: 0, description: 'Time that requests were held back' }),
    },
    { description: 'The OLT was asked more slowly than it answers; null: it was not' },
  ),
)

/** The source of the part of one module. Modules that gave nothing have one too. */
const PartMeta = closedObject({
  source: sources,
  from_cache: T.Boolean(),
  time: nullable(
    T.String({ format: 'date-time', description: 'When the device gave it; null: it gave nothing' }),
  ),
  age_sec: nullable(T.Integer({ minimum: 0 })),
  spent_ms: nullable(T.Integer({ minimum: 0, description: 'Time that the device took to answer' })),
  error: nullable(
    closedObject(
      { code: T.String(), description: T.String() },
      { description: 'Why there is nothing, only a part, or nothing newer' },
    ),
  ),
  missing: T.Array(
    T.Object(
      { what: T.String({ description: 'OID of a column, or name of a field' }), reason: T.String() },
      { additionalProperties: true },
    ),
    { description: 'The values that did not arrive, with reasons' },
  ),
  answered_by: T.Array(T.String(), {
    description:
      'Sources that gave the answer: names of MIBs, `vendor` for own objects, `RouterOS API`, `console`',
  }),
  slowed: SlowedMeta,
})
/** `meta` of one part: as `AnswerMeta`, with null for what a module that gave nothing cannot tell. */
export type LivePartMeta = Static<typeof PartMeta>

/** `meta` of a live operation. The plugin `equipment` registers the schema. */
export const LiveMeta = T.Record(T.String(), PartMeta, {
  $id: 'equipment.LiveMeta',
  description: 'Module name → where its part of the answer comes from',
})

/** The part of one module. `data` is undefined if it gave nothing; `meta.error` then has the reason. */
export interface LivePart {
  data: unknown
  meta: LivePartMeta
}
/** By name of the module. */
export type LiveParts = ReadonlyMap<string, LivePart>

/** Copies, because `meta` of a stored answer is shared by its readers. */
export const copyOfMissing = (missing: readonly Missing[]): LivePartMeta['missing'] =>
  missing.map(one => ({ ...one }))

/** `meta` of a module that failed. It gave nothing, or only a part. */
export const failedMeta = (
  source: Source,
  error: LivePartMeta['error'],
  missing: readonly Missing[] = [],
): LivePartMeta => ({
  source,
  from_cache: false,
  time: null,
  age_sec: null,
  spent_ms: null,
  error,
  missing: copyOfMissing(missing),
  answered_by: [],
  slowed: null,
})

/** `meta` of a live answer, in the schema `LiveMeta`: that of each part, by the name of its module. */
export const metaOf = (parts: LiveParts): Record<string, LivePartMeta> =>
  Object.fromEntries([...parts].map(([name, { meta }]) => [name, meta]))
