import { Type as T, type Static } from 'typebox'
import { Id, closedObject, nullable } from '@linecard/plugin-kit'

const Point = closedObject({ lat: T.Number(), lon: T.Number() }, { description: 'Degrees, WGS 84' })
const common = {
  id: T.Integer({ description: 'Unique within its type' }),
  status: nullable(
    T.String({ description: 'Status of the object; null: it has none, or the status is unknown' }),
  ),
  device: nullable(
    closedObject(
      { id: Id, ip: T.String(), name: T.String() },
      { description: 'The object itself, or its device' },
    ),
  ),
  interface: nullable(
    closedObject(
      { id: Id, name: T.String(), type: T.String() },
      { description: 'The object itself, or its interface' },
    ),
  ),
}
const example = {
  id: 96252,
  status: 'Online',
  device: { id: 495, ip: '10.1.0.6', name: 'olt-north' },
  interface: { id: 96252, name: 'gpon-onu_1/2/4:17', type: 'ONU' },
}
const type = T.String({ description: 'Type of object: device, interface, onu, or a type of another plugin' })

/** The fields that a source must give. If one is missing, the source counts as failed. */
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
    title: T.String({ description: 'Name for people' }),
    text: T.String({ description: 'Further text about the object, as stored: escape it in HTML' }),
    matched: closedObject({
      field: T.String({ description: 'Field of the object that matched' }),
      value: T.String(),
    }),
    rank: T.Number({
      minimum: 0,
      maximum: 1,
      description: '1: equal to the text; 0.75: begins with it; 0.5: contains it; less: contains its words',
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
    text: T.String({ description: 'Further text about the object, as stored: escape it in HTML' }),
    distance: T.Number({ description: 'Metres from the given place' }),
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

const counts = T.Record(T.String(), T.Integer(), { description: 'Number of hits in the answer by type' })
const failed = T.Array(
  closedObject({ type: T.String(), label: T.String(), reason: T.Enum(['timeout', 'failed']) }),
  { description: 'Types that did not answer: their hits are missing' },
)
const shown = {
  total: T.Integer({ description: 'Number of hits in the answer' }),
  limit: T.Integer(),
  types: counts,
  spent_ms: T.Integer(),
  failed,
}

export const SearchMeta = closedObject(
  {
    ...shown,
    anywhere: T.Boolean({
      description:
        'False: the text is too short to search inside of values; only their beginnings were compared',
    }),
  },
  { $id: 'portal.SearchMeta' },
)
export const NearbyMeta = closedObject(shown, { $id: 'portal.NearbyMeta' })

export const schemas = [Hit, Nearby, SearchMeta, NearbyMeta]
export type Hit = Static<typeof Hit>
export type Nearby = Static<typeof Nearby>
