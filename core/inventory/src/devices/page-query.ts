import { sql, type RawBuilder, type SqlBool } from '@linecard/plugin-kit/sql'
import type { Access, Device, Group, Model } from '../entities/index.ts'

type Column = Exclude<keyof Device, 'model' | 'access' | 'group' | 'secrets' | symbol>
type ShownModel = Omit<Model, 'secrets' | 'icon' | 'iconType'>
type ShownAccess = Pick<Access, 'id' | 'name' | 'params'>
/** What answers show of a device. */
export type ShownDevice = Pick<Device, Column> & {
  model?: ShownModel | null
  access?: ShownAccess | null
  group: Group
}

const times = sql`created_at as "createdAt", updated_at as "updatedAt"`
const columns = {
  device: sql`
    id, host(ip) as ip, name, location, description, model_id as model, access_id as access,
    group_id as group, params, mac, serial, pollers, coordinates, enabled, status,
    status_changed_at as "statusChangedAt", refreshed_at as "refreshedAt", refresh_error as "refreshError",
    exceeds,
    ${times}`,
  model: sql`
    id, key, name, vendor, type, driver, available, ports, params, pollers, icon_tag as "iconTag", ${times}`,
}

export interface Window {
  limit: number
  offset: number
}

/**
 * One statement for a page and all that it refers to, as JSON. A round trip to the database costs most, and
 * a page of a hundred devices names few models, profiles and groups. The rows before the page are passed
 * over in an index alone. The last page tells the total by itself; only for other pages it is counted.
 */
export const pageQuery = (
  where: RawBuilder<SqlBool>,
  order: RawBuilder<unknown>,
  { limit, offset }: Window,
) => sql<Page>`
  with ids as (
      select array(
        select d.id from inventory_device d where ${where} order by ${order} limit ${limit} offset ${offset}
      ) as chosen
    ),
    page as materialized (
      select d.*, w.nth from ids cross join unnest(ids.chosen) with ordinality as w (id, nth)
      join inventory_device d on d.id = w.id order by w.nth
    ),
    shown as (select count(*) as rows, ${limit}::bigint as most, ${offset}::bigint as before from page)
  select
    (select case when rows < most and (rows > 0 or before = 0) then before + rows
      else (select count(*) from inventory_device d where ${where}) end::integer from shown) as total,
    (select json_agg(r) from (select ${columns.device} from page) r) as devices,
    (select json_agg(r) from (
      select ${columns.model} from inventory_model where id in (select model_id from page)
    ) r) as models,
    (select json_agg(r) from (
      select id, name, params from inventory_access where id in (select access_id from page)
    ) r) as accesses,
    (select json_agg(r) from (
      select id, name, description, networks, ${times} from inventory_group
      where id in (select group_id from page)
    ) r) as groups`

/** A row of JSON: times are texts, and references are ids. */
export type Json<T> = { [K in keyof T]: T[K] extends Date | null | undefined ? string | null : T[K] }
export type Row = Json<Pick<Device, Column>> & { model: number | null; access: number | null; group: number }
export interface Page {
  total: number
  devices: Row[] | null
  models: Json<ShownModel>[] | null
  accesses: ShownAccess[] | null
  groups: Json<Group>[] | null
}
