/**
 * The reference for Linecard's device list: one Fastify route without key, log and checks that answers the
 * same bytes from the same tables. It sends one statement and one count, makes objects of the rows, and
 * writes them with the serializer that Fastify compiles from the schema. Argument: database URL.
 */
import Fastify from 'fastify'
import pg from 'pg'

const poolSize = 15
const pool = new pg.Pool({ connectionString: process.argv[2], max: poolSize })

const list = `
  select d.id, host(d.ip) as ip, d.name, d.location, d.description, d.params, d.mac, d.serial, d.pollers,
    d.coordinates, d.enabled, d.status,
    d.status_changed_at, d.refreshed_at, d.refresh_error, d.exceeds, d.created_at, d.updated_at,
    m.id as m_id, m.name as m_name, m.key as m_key, m.vendor as m_vendor, m.type as m_type,
      m.params as m_params, m.pollers as m_pollers, m.icon_tag as m_icon_tag, m.ports as m_ports,
    m.driver as m_driver, m.available as m_available, m.created_at as m_created_at,
      m.updated_at as m_updated_at,
    a.id as a_id, a.name as a_name, a.params as a_params,
    g.id as g_id, g.name as g_name, g.description as g_description, g.networks as g_networks, g.created_at as g_created_at,
      g.updated_at as g_updated_at
  from (select * from inventory_device order by id limit $1 offset $2) d left join inventory_model m
    on m.id = d.model_id left join inventory_access a on a.id = d.access_id join inventory_group g
    on g.id = d.group_id
  order by d.id`

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Row = any

const view = (r: Row) => ({
  id: r.id,
  ip: r.ip,
  name: r.name,
  location: r.location,
  description: r.description,
  model:
    r.m_id === null
      ? null
      : {
          id: r.m_id,
          name: r.m_name,
          key: r.m_key,
          vendor: r.m_vendor,
          model: r.m_name.startsWith(`${r.m_vendor} `) ? r.m_name.slice(r.m_vendor.length + 1) : r.m_name,
          type: r.m_type,
          params: r.m_params,
          controller: null,
          pollers: r.m_pollers,
          icon: r.m_icon_tag ? `/api/v1/device-model/${r.m_id}/icon?v=${r.m_icon_tag}` : '',
          ports: r.m_ports,
          driver: r.m_driver,
          available: r.m_available,
          created_at: r.m_created_at,
          updated_at: r.m_updated_at,
        },
  access: r.a_id === null ? null : { id: r.a_id, name: r.a_name, params: r.a_params },
  group: {
    id: r.g_id,
    name: r.g_name,
    description: r.g_description,
    networks: r.g_networks,
    created_at: r.g_created_at,
    updated_at: r.g_updated_at,
  },
  params: r.params,
  mac: r.mac,
  serial: r.serial,
  pollers: r.pollers,
  coordinates: r.coordinates,
  enabled: r.enabled,
  status: r.status,
  status_changed: r.status_changed_at,
  refreshed_at: r.refreshed_at,
  refresh_error: r.refresh_error,
  exceeds: r.exceeds,
  created_at: r.created_at,
  updated_at: r.updated_at,
})

const [text, integer, flag, time, free] = [
  { type: 'string' },
  { type: 'integer' },
  { type: 'boolean' },
  { type: 'string', format: 'date-time' },
  { type: 'object', additionalProperties: true },
] as const
const orNull = (schema: { type: string }) => ({ ...schema, nullable: true })
const object = (properties: object) => ({ type: 'object', properties })
const device = object({
  id: integer,
  ip: text,
  name: text,
  location: text,
  description: text,
  model: orNull(
    object({
      id: integer,
      name: text,
      key: text,
      vendor: text,
      model: text,
      type: text,
      params: free,
      controller: { type: 'null' },
      pollers: free,
      icon: text,
      ports: orNull(integer),
      driver: orNull(text),
      available: flag,
      created_at: time,
      updated_at: time,
    }),
  ),
  access: orNull(object({ id: integer, name: text, params: free })),
  group: object({
    id: integer,
    name: text,
    description: text,
    networks: { type: 'array', items: text },
    created_at: time,
    updated_at: time,
  }),
  params: free,
  mac: text,
  serial: text,
  pollers: orNull(free),
  coordinates: orNull(object({ lat: { type: 'number' }, lon: { type: 'number' } })),
  enabled: flag,
  status: text,
  status_changed: orNull(time),
  refreshed_at: orNull(time),
  refresh_error: orNull(text),
  exceeds: orNull(text),
  created_at: time,
  updated_at: time,
})
const response = {
  200: object({
    statusCode: integer,
    meta: object({ total: integer, limit: integer, offset: integer }),
    data: { type: 'array', items: device },
  }),
}

const app = Fastify()
app.get<{ Querystring: { limit: number; offset: number } }>(
  '/api/v1/device',
  {
    schema: {
      querystring: object({
        limit: { type: 'integer', default: 100 },
        offset: { type: 'integer', default: 0 },
      }),
      response,
    },
  },
  async ({ query: { limit, offset } }) => {
    const [
      { rows },
      {
        rows: [count],
      },
    ] = await Promise.all([
      pool.query({ name: 'list', text: list, values: [limit, offset] }),
      pool.query<{ total: number }>({
        name: 'count',
        text: 'select count(*)::int as total from inventory_device',
      }),
    ])
    return { statusCode: 200, meta: { total: count!.total, limit, offset }, data: rows.map(view) }
  },
)
console.log(`ready at ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
process.once('SIGTERM', () => {
  void app.close().then(() => pool.end())
})
