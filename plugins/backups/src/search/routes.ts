import {
  closedObject,
  EmbeddedDevice,
  exampleDevice,
  idOf,
  listQuery,
  LogId,
  pageOf,
  Reply,
  text,
  type Routes,
} from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import type { Base } from '../base.ts'
import { mostCounted } from './hits.ts'
import { ways } from './matcher.ts'
import { searchDevices, searchLines } from './search.ts'

const NumberedLine = closedObject({ line: T.Integer({ minimum: 1 }), text: T.String() })

export const SearchHit = closedObject(
  {
    device: EmbeddedDevice,
    version_id: LogId,
    line: T.Integer({ minimum: 1, description: 'Number of the line in the version' }),
    text: T.String({ description: 'The line; secrets are `***`' }),
    before: T.Array(T.String()),
    after: T.Array(T.String()),
    section: T.Array(NumberedLine, {
      description: 'The lines that it belongs to, the outermost first: `interface …` of an address',
    }),
  },
  { $id: 'backups.SearchHit', description: 'A line of a current configuration that fits' },
)

const coverage = {
  searched: T.Integer({ description: 'Devices whose configuration was searched' }),
  pending: T.Integer({ description: 'Those of them of which a newer version is not in the index yet' }),
  without: T.Integer({
    description: 'Devices without a configuration in the index: nothing is known of them',
  }),
  cut: T.Integer({ description: 'Devices of which only the first 100,000 lines are searched' }),
  limit: T.Integer(),
  offset: T.Integer(),
}

const query = {
  q: text(200, { minLength: 1, description: 'What a line must contain, or a pattern in RE2 syntax' }),
  as: T.Optional(
    T.Enum([...ways], {
      description:
        '`text` (default): anywhere in a line; `word`: not within a longer word or number; `regex`',
    }),
  ),
  case: T.Optional(T.Boolean({ description: 'Great and small letters differ. Default: no' })),
  device_id: T.Optional(idOf('a device')),
  group_id: T.Optional(idOf('a group of devices')),
  model_id: T.Optional(idOf('a model of devices')),
  limit: listQuery.limit,
  offset: listQuery.offset,
}
const tag = 'backup-tool'
const permission = 'backups_view'
const wantedOf = ({
  q,
  as = 'text',
  case: cased = false,
}: {
  q: string
  as?: (typeof ways)[number]
  case?: boolean
}) => ({ q, as, case: cased })
const secrets = 'Secrets are not in the index: a search for one finds nothing.'

export function searchRoutes(routes: Routes, base: Base): void {
  routes.get(
    '/component/backups/search',
    {
      operationId: 'backups.search.lines',
      scope: 'group',
      tag,
      summary: 'Lines of all current configurations that match',
      description: `By device and line. At most ${mostCounted} are counted. ${secrets}`,
      permission,
      query: closedObject({
        ...query,
        context: T.Optional(
          T.Integer({ minimum: 0, maximum: 20, description: 'Lines before and after. Default: 2' }),
        ),
      }),
      response: T.Array(SearchHit),
      meta: closedObject({
        total: T.Integer(),
        total_exact: T.Boolean({ description: 'False: there are more' }),
        devices: T.Integer({ description: 'Devices that have such a line' }),
        ...coverage,
      }),
      example: [
        {
          device: exampleDevice,
          version_id: 4711,
          line: 118,
          text: ' switchport access vlan 301',
          before: ['interface GigabitEthernet0/7', ' description house 7'],
          after: ['!'],
          section: [{ line: 116, text: 'interface GigabitEthernet0/7' }],
        },
      ],
    },
    async ({ caller, query: asked, signal }) => {
      const { hits, meta } = await searchLines(base, {
        caller,
        signal,
        wanted: wantedOf(asked),
        scope: asked,
        page: pageOf(asked, { cap: 100, standard: 50 }),
        context: asked.context ?? 2,
      })
      return new Reply(hits, meta)
    },
  )
  routes.get(
    '/component/backups/search/devices',
    {
      operationId: 'backups.search.devices',
      scope: 'group',
      tag,
      summary: 'Devices whose current configuration has a line that fits, or none',
      description: `By name. Devices without a configuration are in neither list. ${secrets}`,
      permission,
      query: closedObject({
        ...query,
        having: T.Optional(
          T.Boolean({ description: 'false: devices that have no such line. Default: true' }),
        ),
      }),
      response: T.Array(EmbeddedDevice),
      meta: closedObject({ total: T.Integer(), ...coverage }),
      example: [exampleDevice],
    },
    async ({ caller, query: asked, signal }) => {
      const { devices, meta } = await searchDevices(base, {
        caller,
        signal,
        wanted: wantedOf(asked),
        scope: asked,
        page: pageOf(asked, { cap: 1000 }),
        having: asked.having ?? true,
      })
      return new Reply(devices, meta)
    },
  )
}
