import type { Migration } from '@linecard/plugin-kit'

/**
 * Which of these ONUs have the ident of another one. Each ONU and each ident is looked up once in an index,
 * whatever the planner believes: right after the ONUs of a large OLT were stored it took the table for empty, or
 * all idents for the same, and read the whole table for each of them.
 */
export const onuTwins: Migration = {
  name: 'inventory/0015_onu_twins',
  up: `
    create function inventory_onu_twins(ids integer[]) returns setof integer language sql stable set enable_seqscan = off set jit = off as $$
      with asked as materialized (
        select o.* from unnest(ids) as given (id)
        cross join lateral (select interface_id as id, serial_hex, case when ident_type = 'MAC' then mac end as mac from inventory_onu where interface_id = given.id limit 1) o
      )
      select unnest(s.ids) from (select serial_hex, array_agg(id) as ids from asked where serial_hex is not null group by serial_hex) s
      cross join lateral (select count(*) as n from inventory_onu x where x.serial_hex = s.serial_hex) c where c.n > 1
      union all
      select unnest(m.ids) from (select mac, array_agg(id) as ids from asked where mac is not null group by mac) m
      cross join lateral (select count(*) as n from inventory_onu x where x.mac = m.mac and x.ident_type = 'MAC') c where c.n > 1
    $$;
  `,
  down: 'drop function inventory_onu_twins(integer[]);',
}
