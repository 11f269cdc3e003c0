import { Type as T, type Static } from 'typebox'
import { Id, closedObject, nullable } from '@linecard/plugin-kit'

const Point = closedObject({ lat: T.Number(), lon: T.Number() }, { description: 'Degrees, WGS 84' })
const common = {
  id: T.Integer({ description: 'Its id among those of its type' }),
  status: nullable(T.String({ description: 'As the object itself says; null: has none, or unknown' })),
  device: nullable(
    closedObject(
      { id: Id, ip: T.String(), name: T.String() },
      { description: 'The device that it is, or belongs to' },
    ),
  ),
  interface: nullable(
    closedObject(
      { id: Id, name: T.String(), type: T.String() },
      { description: 'The interface that it is, or belongs to' },
    ),
  ),
}
const example = {
  id: 96252,
  status: 'Online',
  device: { id: 495, ip: '10.1.0.6', name: 'olt-north' },
  interface: { id: 96252, name: 'gpon-onu_1/2/4:17', type: 'ONU' },
}
const type = T.String({ description: 'Kind of object: device, interface, onu, and those of other plugins' })

/** What a source must give; anything else counts as its failure. */
export const FoundBody = T.Object({
  ...common,
  title: T.String(),
  text: T.String(),
  matched: T.Object({ field: T.String(), value: T.String() }),
  rank: T.Number({ minimum: 0, maximum: 1 }),
  coordinates: nullable(Point),
})
export const NearBody = T.Object({
  ...common,
  title: T.String(),
  text: T.String(),
  coordinates: Point,
  distance_m: T.Number({ minimum: 0 }),
})

export const Hit = closedObject(
  {
    type,
    ...common,
    title: T.String({ description: 'Name by which people know it' }),
    text: T.String({ description: 'What else tells it apart. Text as it is stored: escape it' }),
    matched: closedObject({
      field: T.String({ description: 'Field of the object that matched' }),
      value: T.String(),
    }),
    rank: T.Number({
      minimum: 0,
      maximum: 1,
      description: '1: the text itself; 0.75: begins with it; 0.5: holds it; below: holds its words',
    }),
    coordinates: nullable(Point),
  },
  {
    $id: 'portal.Hit',
    examples: [
      {
        type: 'onu',
        ...example,
        title: 'gpon-onu_1/2/4:17',
        text: 'Main street 4, flat 12',
        matched: { field: 'serial', value: 'ZTEGC1086C70' },
        rank: 1,
        coordinates: null,
      },
    ],
  },
)

export const Nearby = closedObject(
  {
    type,
    ...common,
    name: T.String(),
    text: T.String({ description: 'What else tells it apart' }),
    distance: T.Number({ description: 'From the centre, metres' }),
    coordinates: Point,
  },
  {
    $id: 'portal.Nearby',
    examples: [
      {
        type: 'interface',
        ...example,
        name: 'gpon-onu_1/2/4:17',
        text: 'Main street 4, flat 12',
        distance: 84.2,
        coordinates: { lat: 50.4501, lon: 30.5234 },
      },
    ],
  },
)

const counts = T.Record(T.String(), T.Integer(), { description: 'Hits shown of each type that was asked' })
const failed = T.Array(
  closedObject({ type: T.String(), label: T.String(), reason: T.Enum(['timeout', 'failed']) }),
  { description: 'Types that could not be asked: what they have is not known' },
)
const shown = {
  total: T.Integer({ description: 'Hits shown' }),
  limit: T.Integer(),
  types: counts,
  spent_ms: T.Integer(),
  failed,
}

export const SearchMeta = closedObject(
  {
    ...shown,
    anywhere: T.Boolean({
      description: 'False: the text is so short that only what equals it or begins with it was sought',
    }),
  },
  { $id: 'portal.SearchMeta' },
)
export const NearbyMeta = closedObject(shown, { $id: 'portal.NearbyMeta' })

export const schemas = [Hit, Nearby, SearchMeta, NearbyMeta]
export type Hit = Static<typeof Hit>
export type Nearby = Static<typeof Nearby>
