import { Type as T, type Static } from 'typebox'
import { Id, Reference, closedObject, ignored, nullable, text, unread } from '@linecard/plugin-kit'

export const RuleBody = closedObject(
  {
    name: text(200, { minLength: 1 }),
    cidr: T.String({
      maxLength: 60,
      description: 'A network, wholly within the networks of the equipment: IPv4 from /12, IPv6 from /112',
    }),
    access_ids: T.Array(Id, {
      minItems: 1,
      maxItems: 10,
      uniqueItems: true,
      description:
        'Access profiles, tried in this order at every address; each one more asks every silent address ' +
        'again',
    }),
    group: T.Optional(nullable(Reference)),
    group_id: T.Optional(nullable(Id)),
    enabled: T.Optional(T.Boolean()),
    interval_min: T.Optional(nullable(T.Integer({ minimum: 1, maximum: 525_600 }))),
    id: unread,
    addresses: unread,
    access: unread,
    last_run_at: unread,
    ...ignored,
  },
  {
    examples: [
      { name: 'Access ring north', cidr: '10.1.0.0/16', access_ids: [3, 5], group_id: 4, interval_min: 120 },
    ],
  },
)
export type RuleBody = Static<typeof RuleBody>

export const RunBody = closedObject(
  {
    rule_ids: T.Optional(
      T.Array(Id, {
        minItems: 1,
        maxItems: 500,
        uniqueItems: true,
        description: 'Also disabled ones. By default all enabled rules that you see',
      }),
    ),
  },
  { examples: [{ rule_ids: [3] }] },
)
