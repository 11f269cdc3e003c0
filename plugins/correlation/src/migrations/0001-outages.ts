import type { Migration } from '@linecard/plugin-kit'

export const outages: Migration = {
  name: 'correlation/0001_outages',
  up: `
    create table correlation_outage (
      id integer generated always as identity primary key,
      device_id integer not null references inventory_device on delete cascade,
      kind text not null,
      first_kind text not null,
      scope text not null,
      ports text[] not null,
      card text,
      interface_ids integer[] not null,
      below_device_ids integer[] not null,
      confidence real not null,
      evidence jsonb not null,
      title text not null,
      description text not null,
      customers integer,
      looks integer not null default 1,
      began_at timestamptz(3) not null,
      seen_at timestamptz(3) not null,
      opened_at timestamptz(3),
      revised_at timestamptz(3),
      reviewed boolean not null default false,
      ended_at timestamptz(3)
    );
    create index correlation_outage_open on correlation_outage (device_id) where ended_at is null;
    create index correlation_outage_unreviewed on correlation_outage (ended_at) where not reviewed;
    create index correlation_outage_began on correlation_outage (began_at desc, id desc);
    create index correlation_outage_device on correlation_outage (device_id, began_at desc);
    create table correlation_member (
      outage_id integer not null references correlation_outage on delete cascade,
      interface_id integer not null references inventory_interface on delete cascade,
      port text,
      model text not null,
      reason text not null,
      lost_at timestamptz(3) not null,
      dereg_at timestamptz(3),
      back_at timestamptz(3),
      primary key (outage_id, interface_id)
    );
    create index correlation_member_interface on correlation_member (interface_id);
    create table correlation_gasp (
      family text not null,
      model text not null,
      gasped integer not null,
      silent integer not null,
      primary key (family, model)
    );
    create table correlation_group (
      device_id integer not null references inventory_device on delete cascade,
      port text not null,
      members integer[] not null,
      times integer not null,
      last_at timestamptz(3) not null,
      primary key (device_id, port, members)
    );
    create table correlation_device (
      device_id integer primary key references inventory_device on delete cascade,
      read_at timestamptz(3),
      restarted_at timestamptz(3),
      asked_at timestamptz(3),
      told_at timestamptz(3),
      cards jsonb not null default '{}',
      sends jsonb not null default '{}'
    );
  `,
  down: `
    drop table correlation_device; drop table correlation_group; drop table correlation_gasp;
    drop table correlation_member; drop table correlation_outage;
  `,
}
