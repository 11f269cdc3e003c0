import type { Migration } from '@linecard/plugin-kit'

/**
 * Links, what the scan knows of each device, and places of nodes that people have chosen. An interface that is
 * removed leaves the link with an unknown port: the index of pairs has only links with both ports, so that
 * this never fails; other pairs are kept unique by who writes (`lockLinks`).
 */
export const linkTables: Migration = {
  name: 'links/0001_tables',
  up: `
    create table links_link (
      id integer generated always as identity primary key,
      src_device_id integer not null references inventory_device on delete cascade,
      src_interface_id integer references inventory_interface on delete set null,
      dest_device_id integer not null references inventory_device on delete cascade,
      dest_interface_id integer references inventory_interface on delete set null,
      src_aggregate_id integer references inventory_interface on delete set null,
      dest_aggregate_id integer references inventory_interface on delete set null,
      source text not null check (source in ('manual', 'automatic')),
      state text not null check (state in ('active', 'suggested', 'refused', 'gone')),
      directed boolean not null default false,
      proofs jsonb not null default '[]',
      confidence real,
      sure boolean,
      shared boolean not null default false,
      note text not null default '',
      path jsonb not null default '[]',
      created_at timestamptz(3) not null,
      created_by text,
      decided_by text,
      seen_at timestamptz(3),
      missed_sec integer not null default 0,
      check (src_device_id <> dest_device_id),
      check (source = 'automatic' or state = 'active')
    );
    create unique index links_link_ports on links_link
      (least(src_interface_id, dest_interface_id), greatest(src_interface_id, dest_interface_id))
      where src_interface_id is not null and dest_interface_id is not null;
    create index links_link_src_device on links_link (src_device_id);
    create index links_link_dest_device on links_link (dest_device_id);
    create index links_link_src_interface on links_link (src_interface_id);
    create index links_link_dest_interface on links_link (dest_interface_id);
    create index links_link_src_aggregate on links_link (src_aggregate_id) where src_aggregate_id is not null;
    create index links_link_dest_aggregate on links_link (dest_aggregate_id)
      where dest_aggregate_id is not null;
    create table links_place (
      device_id integer primary key references inventory_device on delete cascade,
      x double precision not null,
      y double precision not null,
      placed_by text
    );
    create table links_scan (
      id integer primary key check (id = 1),
      scanned_at timestamptz(3),
      report jsonb
    );
    insert into links_scan (id) values (1);
  `,
  down: 'drop table links_scan; drop table links_place; drop table links_link;',
}
