import type { Migration } from '@linecard/plugin-kit'

/**
 * How many interfaces of each type a device has in each state, kept by triggers, whoever writes the
 * interfaces: counted again, 2.5 million of them took half a second. The rows of a device go with it.
 */
export const interfaceCounts: Migration = {
  name: 'inventory/0017_interface_counts',
  up: `
    create table inventory_interface_count (
      device_id integer not null references inventory_device on delete cascade,
      type text not null,
      up integer not null,
      down integer not null,
      unknown integer not null,
      primary key (device_id, type)
    ) with (fillfactor = 70);

    create function inventory_interface_state(status text) returns text language sql immutable parallel safe as $$
      select case when status in ('Up', 'Online') then 'up' when status is null or status = 'Unknown' then 'unknown' else 'down' end
    $$;
    create function inventory_interface_counted() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into inventory_interface_count as c
        select device_id, type, count(*) filter (where inventory_interface_state(status) = 'up'), count(*) filter (where inventory_interface_state(status) = 'down'),
          count(*) filter (where inventory_interface_state(status) = 'unknown')
        from added group by device_id, type order by device_id, type
        on conflict (device_id, type) do update set up = c.up + excluded.up, down = c.down + excluded.down, unknown = c.unknown + excluded.unknown;
      elsif tg_op = 'UPDATE' then
        insert into inventory_interface_count as c
        select device_id, type, sum(up), sum(down), sum(unknown) from (
          select device_id, type, n, n * (state = 'up')::int as up, n * (state = 'down')::int as down, n * (state = 'unknown')::int as unknown from (
            select device_id, type, inventory_interface_state(status) as state, 1 as n from added
            union all select device_id, type, inventory_interface_state(status), -1 from gone
          ) changed
        ) changes
        group by device_id, type having sum(up) <> 0 or sum(down) <> 0 or sum(unknown) <> 0
        order by device_id, type
        on conflict (device_id, type) do update set up = c.up + excluded.up, down = c.down + excluded.down, unknown = c.unknown + excluded.unknown;
      else
        update inventory_interface_count c set up = c.up - g.up, down = c.down - g.down, unknown = c.unknown - g.unknown
        from (
          select device_id, type, count(*) filter (where inventory_interface_state(status) = 'up') as up, count(*) filter (where inventory_interface_state(status) = 'down') as down,
            count(*) filter (where inventory_interface_state(status) = 'unknown') as unknown
          from gone group by device_id, type
        ) g where c.device_id = g.device_id and c.type = g.type;
      end if;
      return null;
    end $$;
    create trigger inventory_interface_count_added after insert on inventory_interface referencing new table as added for each statement execute function inventory_interface_counted();
    create trigger inventory_interface_count_changed after update on inventory_interface referencing old table as gone new table as added for each statement execute function inventory_interface_counted();
    create trigger inventory_interface_count_gone after delete on inventory_interface referencing old table as gone for each statement execute function inventory_interface_counted();

    insert into inventory_interface_count
    select device_id, type, count(*) filter (where inventory_interface_state(status) = 'up'), count(*) filter (where inventory_interface_state(status) = 'down'),
      count(*) filter (where inventory_interface_state(status) = 'unknown')
    from inventory_interface group by device_id, type;
  `,
  down: `
    drop trigger inventory_interface_count_gone on inventory_interface;
    drop trigger inventory_interface_count_changed on inventory_interface;
    drop trigger inventory_interface_count_added on inventory_interface;
    drop function inventory_interface_counted();
    drop function inventory_interface_state(text);
    drop table inventory_interface_count;
  `,
}
