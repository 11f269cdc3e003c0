import type { Migration } from '@linecard/plugin-kit'

/**
 * Stored ONUs: one row for every stored interface of type ONU, made and kept equal to it by a trigger,
 * whoever writes the interface. What lists of ONUs filter and sort by is repeated here: joined, the tables
 * took 140–340 ms for 100,000 ONUs among 500,000 interfaces, alone 5–45 ms. Optics, maker, model and reasons
 * are set by `update` (onus/store.ts); null is unknown. They go when another ONU stands in the place.
 *
 * `search` holds all texts in lower case and every spelling of the serial number and the MAC address. One
 * trigram index on it serves each
 * "contains": what a text contains, `search` contains. Texts are sorted by their first 64 characters: a
 * B-tree takes no longer keys (fault 24).
 */
export const onus: Migration = {
  name: 'inventory/0006_onus',
  up: `
    create extension if not exists pg_trgm;

    create function inventory_serial_hex(serial text) returns text language sql immutable parallel safe as $$
      select case
        when bare ~ '^0{16}$' then null
        when bare ~ '^(3[0-9]|[46][1-9A-F]|[57][0-9A]){4}[0-9A-F]{8}$' then upper(encode(upper(convert_from(decode(left(bare, 8), 'hex'), 'UTF8'))::bytea, 'hex')) || substr(bare, 9)
        when bare ~ '^[0-9A-F]{16}$' then bare
        when bare ~ '^[A-Z0-9]{4}[0-9A-F]{8}$' then upper(encode(left(bare, 4)::bytea, 'hex')) || substr(bare, 5)
      end from (select upper(regexp_replace(regexp_replace(trim(serial), '^0x', '', 'i'), '[ :.-]', '', 'g')) as bare) s
    $$;
    create function inventory_serial_ascii(serial_hex text) returns text language sql immutable parallel safe as $$
      select case when left(serial_hex, 8) ~ '^(3[0-9]|[46][1-9A-F]|[57][0-9A]){4}$'
        then convert_from(decode(left(serial_hex, 8), 'hex'), 'UTF8') || substr(serial_hex, 9) end
    $$;

    create table inventory_onu (
      interface_id integer primary key references inventory_interface on delete cascade,
      device_id integer not null,
      bind_key bigint not null,
      parent_bind_key bigint,
      name text not null,
      status text,
      status_changed_at timestamptz(3),
      description text not null,
      comment text not null,
      agreement text not null,
      created_at timestamptz(3) not null,
      ident text,
      ident_type text check (ident_type in ('SERIAL', 'MAC')),
      serial_ascii text,
      serial_hex text,
      mac text,
      vendor text,
      model text,
      rx double precision,
      tx double precision,
      olt_rx double precision,
      temp double precision,
      voltage double precision,
      distance double precision,
      optics_at timestamptz(3),
      rx_bad_since timestamptz(3),
      olt_rx_bad_since timestamptz(3),
      bad_since timestamptz(3) generated always as (least(rx_bad_since, olt_rx_bad_since)) stored,
      last_down_reason text,
      last_reg text,
      last_dereg text,
      search text generated always as (lower(
        name || E'\\n' || description || E'\\n' || comment || E'\\n' || agreement || E'\\n' || coalesce(ident, '') || E'\\n' || coalesce(serial_ascii, '') || E'\\n' ||
        coalesce(serial_hex, '') || E'\\n' || coalesce(mac, '') || E'\\n' || coalesce(replace(mac, ':', ''), '') || E'\\n' || coalesce(vendor, '') || E'\\n' ||
        coalesce(model, '') || E'\\n' || coalesce(last_down_reason, '')
      )) stored
    );
    create index inventory_onu_device on inventory_onu (device_id, bind_key);
    create index inventory_onu_signal on inventory_onu (status, device_id) include (rx, olt_rx, bad_since);
    create index inventory_onu_status on inventory_onu (status, interface_id);
    create index inventory_onu_changed on inventory_onu (status_changed_at, interface_id);
    create index inventory_onu_created on inventory_onu (created_at, interface_id);
    create index inventory_onu_name on inventory_onu (left(name, 64), interface_id);
    create index inventory_onu_description on inventory_onu (left(description, 64), interface_id);
    create index inventory_onu_agreement on inventory_onu (left(agreement, 64), interface_id);
    create index inventory_onu_ident on inventory_onu (left(ident, 64), interface_id);
    create index inventory_onu_model on inventory_onu (left(model, 64), interface_id);
    create index inventory_onu_rx on inventory_onu (rx, interface_id);
    create index inventory_onu_olt_rx on inventory_onu (olt_rx, interface_id);
    create index inventory_onu_temp on inventory_onu (temp, interface_id);
    create index inventory_onu_distance on inventory_onu (distance, interface_id);
    create index inventory_onu_bad on inventory_onu (bad_since, interface_id);
    create index inventory_onu_serial on inventory_onu (serial_hex) where serial_hex is not null;
    create index inventory_onu_mac on inventory_onu (mac) where mac is not null;
    create index inventory_onu_search on inventory_onu using gin (search gin_trgm_ops);

    create index inventory_device_scope on inventory_device (group_id, id);
    drop index inventory_device_group;

    create function inventory_onu_follow() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        delete from inventory_onu o using changed i where o.interface_id = i.id and i.type <> 'ONU';
        update inventory_onu o set vendor = null, model = null, rx = null, tx = null, olt_rx = null, temp = null, voltage = null, distance = null, optics_at = null,
          rx_bad_since = null, olt_rx_bad_since = null, last_down_reason = null, last_reg = null, last_dereg = null
        from changed i where o.interface_id = i.id and o.ident is not null and coalesce(nullif(i.serial, ''), nullif(i.mac, '')) is not null
          and coalesce(o.serial_hex, o.ident) <> coalesce(inventory_serial_hex(i.serial), nullif(i.serial, ''), i.mac);
      end if;
      insert into inventory_onu as o (
        interface_id, device_id, bind_key, parent_bind_key, name, status, status_changed_at, description, comment, agreement, created_at, ident, ident_type, serial_ascii, serial_hex, mac)
      select i.id, i.device_id, i.bind_key, i.parent_bind_key, i.name, i.status, i.status_changed_at, i.description, i.comment, i.agreement, i.created_at,
        coalesce(nullif(i.serial, ''), nullif(i.mac, '')), case when nullif(i.serial, '') is not null then 'SERIAL' when nullif(i.mac, '') is not null then 'MAC' end,
        inventory_serial_ascii(inventory_serial_hex(i.serial)), inventory_serial_hex(i.serial), nullif(i.mac, '')
      from changed i where i.type = 'ONU'
      on conflict (interface_id) do update set
        device_id = excluded.device_id, bind_key = excluded.bind_key, parent_bind_key = excluded.parent_bind_key, name = excluded.name, status = excluded.status,
        status_changed_at = excluded.status_changed_at, description = excluded.description, comment = excluded.comment, agreement = excluded.agreement,
        ident = excluded.ident, ident_type = excluded.ident_type, serial_ascii = excluded.serial_ascii, serial_hex = excluded.serial_hex, mac = excluded.mac
      where (o.device_id, o.bind_key, o.parent_bind_key, o.name, o.status, o.status_changed_at, o.description, o.comment, o.agreement, o.ident, o.ident_type, o.mac)
        is distinct from (excluded.device_id, excluded.bind_key, excluded.parent_bind_key, excluded.name, excluded.status, excluded.status_changed_at, excluded.description,
          excluded.comment, excluded.agreement, excluded.ident, excluded.ident_type, excluded.mac);
      return null;
    end $$;
    create trigger inventory_onu_added after insert on inventory_interface referencing new table as changed for each statement execute function inventory_onu_follow();
    create trigger inventory_onu_changed after update on inventory_interface referencing new table as changed for each statement execute function inventory_onu_follow();
    update inventory_interface set type = type where type = 'ONU';

    create table inventory_onu_reading (
      device_id integer not null references inventory_device on delete cascade,
      module text not null,
      time timestamptz(3) not null,
      complete boolean not null,
      error text,
      primary key (device_id, module)
    );
  `,
  down: `
    create index inventory_device_group on inventory_device (group_id);
    drop index inventory_device_scope;
    drop trigger inventory_onu_added on inventory_interface;
    drop trigger inventory_onu_changed on inventory_interface;
    drop function inventory_onu_follow();
    drop table inventory_onu_reading;
    drop table inventory_onu;
    drop function inventory_serial_ascii(text);
    drop function inventory_serial_hex(text);
  `,
}
