import { Type as T } from 'typebox'
import { closedObject, Id, text, Time, type Context } from '@linecard/plugin-kit'
import { resource } from '@linecard/plugin-kit/resource'
import { Spare } from './entity.ts'
import { fail } from './errors.ts'

const part = {
  kind: text(100, { minLength: 1, description: 'What it is' }),
  serial: text(100, { minLength: 1, description: 'Serial number' }),
  shelf: text(100, { description: 'Where it lies' }),
}
const at = '2026-03-02T10:00:00.000Z'
const example = { kind: 'SFP+ LR', serial: 'FNS2140', shelf: 'B3' }

export const SpareView = closedObject(
  { id: Id, ...part, created_at: Time, updated_at: Time },
  { $id: 'spares.Spare', examples: [{ id: 7, ...example, created_at: at, updated_at: at }] },
)

/** Parts in store: list, one, create, change and delete. */
export const spares = (ctx: Context) =>
  resource(ctx, {
    entity: Spare,
    path: '/component/spares',
    name: 'spares.part',
    tag: 'spares',
    scope: 'all',
    permission: { read: 'spares_view', write: 'spares_edit' },
    view: SpareView,
    body: closedObject({ ...part, shelf: T.Optional(part.shelf) }, { examples: [example] }),
    list: {
      search: { in: ['kind', 'serial', 'shelf'], description: 'Part of the kind, serial number or shelf' },
      filters: { kind: text(100, { description: 'Only this kind' }) },
      sort: ['id', 'kind', 'serial', 'shelf', 'created_at'],
      order: 'kind',
      cap: 1000,
    },
    unknown: id => fail('SPARES_UNKNOWN', { id }),
    taken: ({ serial }) => fail('SPARES_SERIAL_TAKEN', { serial }),
    told: {
      list: { summary: 'Parts in store', description: 'By their kind, unless `sort` says otherwise.' },
      one: { summary: 'One part', description: 'Its ETag serves `If-Match` of PUT and DELETE.' },
      create: { summary: 'Adds a part', description: 'A serial number that is known already is 409.' },
      update: { summary: 'Changes a part', description: 'Members that are left out keep their values.' },
      delete: { summary: 'Removes a part', description: 'Nothing is left of it but its record.' },
    },
  })
